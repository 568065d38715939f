/** Builders of messages for tests. */
import type { ChefsHatEvent, ChefsHatView, MammaMiaView, Position, Result, Room, WireEvent } from "./protocol/messages";

export const view = (parts: Partial<ChefsHatView> = {}): ChefsHatView => ({
  game: "chefs-hat",
  phase: "pizza",
  actor: 0,
  shift: 1,
  target: 15,
  shifts: null,
  points: [0, 0, 0, 0],
  roles: [null, null, null, null],
  held: [17, 17, 17, 17],
  passed: [false, false, false, false],
  finish: [],
  pizza: { number: null, count: 0, seat: null },
  special: null,
  announcer: null,
  hand: ["11", "joker"],
  gave: [],
  got: [],
  ...parts,
});

export const mammaMiaView = (parts: Partial<MammaMiaView> = {}): MammaMiaView => ({
  game: "mamma-mia",
  phase: "choose",
  actor: null,
  round: 1,
  rounds: 3,
  helping: false,
  memory_aid: false,
  personal: ["pineapple", "olive", "pepper", "mushroom"],
  held: [],
  waiters: [],
  delivered: [],
  supply: 0,
  oven: { cards: 40, top: null, contents: null },
  said: null,
  holder: null,
  pool: {},
  used: {},
  reveal: null,
  request: null,
  hand: {},
  orders: [],
  ...parts,
});

export const event = (number: number): ChefsHatEvent => ({
  number,
  name: "passed",
  data: { seat: 0 },
  sentence: `${number}`,
});

type PositionWith<E extends WireEvent> = Omit<Position, "view" | "events"> & { view: ChefsHatView; events: E[] };

/** A position of Chef's Hat. */
export const position = <E extends WireEvent>(
  number: number,
  events: E[],
  parts: Partial<PositionWith<E>> = {},
): PositionWith<E> => ({
  type: "position",
  number,
  seat: 0,
  view: view(),
  legal: [],
  events,
  all: false,
  forgotten: null,
  recalled: [],
  clock: null,
  seen: null,
  ...parts,
});

export const room = (parts: Partial<Room> = {}): Room => ({
  type: "room",
  table: "abc",
  game: "chefs-hat",
  options: {},
  state: "playing",
  seats: [],
  seat: 0,
  host: true,
  public: false,
  clock: null,
  spectators: 0,
  commitment: null,
  result: null,
  rematch: null,
  stopped: false,
  ...parts,
});

export const emptyResult: Result = {
  scores: [],
  winners: [],
  places: [],
  ties: [],
  rounds: [],
  rewards: [],
  near_misses: [],
  key: "",
};
