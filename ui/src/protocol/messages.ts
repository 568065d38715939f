// Generated from src/forno/server/messages.py and the games' events by `make protocol`. Do not edit.

export interface Pizza {
  number: number | null;
  count: number;
  seat: number | null;
}

export interface ChefsHatView {
  game: "chefs-hat";
  phase: "exchange" | "over" | "pizza" | "special";
  actor: number | null;
  shift: number;
  target: number;
  shifts: number | null;
  points: number[];
  roles: (string | null)[];
  held: number[];
  passed: boolean[];
  finish: number[];
  pizza: Pizza;
  special: "dinner-is-served" | "food-fight" | null;
  announcer: number | null;
  hand: string[] | null;
  gave: string[];
  got: string[];
}

export interface Order {
  name: string;
  seat: number;
  form: string;
  needs: Record<string, number>;
  kinds: number;
  cards: number;
  of: string[];
  crossed: string | null;
}

/** Either an ingredient or an order. */
export interface OvenCard {
  kind: string | null;
  order: Order | null;
}

export interface Oven {
  cards: number;
  top: OvenCard | null;
  contents: OvenCard[] | null;
}

/** An announcement: "three salami!". */
export interface Said {
  seat: number;
  kind: string;
  n: number;
}

export interface Held {
  ingredients: number;
  orders: number;
}

/** A seat's delivered orders. In Plus they are face down: n is null and orders is empty, except with memory_aid and at the end. */
export interface Delivered {
  n: number | null;
  orders: Order[];
}

/** The order that has just come out of the oven. */
export interface Reveal {
  order: Order;
  lacking: Record<string, number>;
  short: number;
  added: Record<string, number>;
  missing: number;
}

/** An owner asks the others for cards (Plus). */
export interface HelpRequest {
  seat: number;
  kinds: string[];
  cards: Record<string, number>;
  asking: string | null;
  helper: number | null;
}

export interface MammaMiaView {
  game: "mamma-mia";
  phase: "add" | "choose" | "draw" | "help" | "order" | "over" | "place" | "request";
  actor: number | null;
  round: number;
  rounds: number;
  helping: boolean;
  memory_aid: boolean;
  personal: string[];
  held: Held[];
  waiters: number[];
  delivered: Delivered[];
  supply: number;
  oven: Oven;
  said: Said | null;
  holder: number | null;
  pool: Record<string, number>;
  used: Record<string, number>;
  reveal: Reveal | null;
  request: HelpRequest | null;
  hand: Record<string, number> | null;
  orders: Order[] | null;
}

export interface MammaMiaPlusView {
  game: "mamma-mia-plus";
  phase: "add" | "choose" | "draw" | "help" | "order" | "over" | "place" | "request";
  actor: number | null;
  round: number;
  rounds: number;
  helping: boolean;
  memory_aid: boolean;
  personal: string[];
  held: Held[];
  waiters: number[];
  delivered: Delivered[];
  supply: number;
  oven: Oven;
  said: Said | null;
  holder: number | null;
  pool: Record<string, number>;
  used: Record<string, number>;
  reveal: Reveal | null;
  request: HelpRequest | null;
  hand: Record<string, number> | null;
  orders: Order[] | null;
}

/** Any other game: the fields of its view record. */
export interface PlainView {
  game: "plain";
  phase: string;
  actor: number | null;
  fields: Record<string, unknown>;
}

/** A seat's cards, as in its view. Only the Mamma Mia! games have orders. */
export interface OpenHand {
  hand: string[] | Record<string, number>;
  orders: Order[];
}

export interface Choice {
  action: string;
  label: string;
  warning?: string | null;
}

export interface WireEvent<Name extends string = string, Data = object> {
  number: number;
  name: Name;
  data: Data;
  sentence: string | null;
}

/** Numbers from `first` on, up to but not including `end`. */
export interface Span {
  first: number;
  end: number;
}

/** The clock of the current decision, if the reader may know of it. */
export interface Clock {
  limit: number;
  left: number;
}

/** The table as one reader sees it now. The same number means the same position. */
export interface Position {
  type: "position";
  number: number;
  seat: number | null;
  view: ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView;
  legal: Choice[];
  events: WireEvent[];
  all: boolean;
  forgotten: Span | null;
  recalled: WireEvent[];
  clock: Clock | null;
  seen: Record<string, unknown> | null;
}

/** Your seat has acted. The position that follows shows what came of it, perhaps after somebody else has decided. */
export interface Accepted {
  type: "accepted";
  number: number;
}

export interface SeatInfo {
  name: string;
  kind: "bot" | "closed" | "open" | "person";
  level: string | null;
  connected: boolean;
  grace: number | null;
  away: boolean;
  late: boolean;
  you: boolean;
}

/** Seats with equal scores. */
export interface Tie {
  seats: number[];
  score: number;
  numbers: number[];
}

/** An order that one more card on the table or in its owner's hand would have completed. */
export interface NearMiss {
  round: number;
  seat: number;
  order: string;
}

/** The end of a game, and the key that proves its shuffles. */
export interface Result {
  scores: number[];
  winners: number[];
  places: number[];
  ties: Tie[];
  rounds: number[][];
  rewards: number[];
  near_misses: NearMiss[];
  key: string;
}

/** Everything about a table but the cards. It is the first message on a socket, and comes again when it changes. */
export interface Room {
  type: "room";
  table: string;
  game: string;
  options: Record<string, number | boolean | string | null>;
  state: "finished" | "playing" | "waiting";
  seats: SeatInfo[];
  seat: number | null;
  host: boolean;
  public: boolean;
  clock: number | null;
  spectators: number;
  commitment: string | null;
  result: Result | null;
  rematch: string | null;
  stopped: boolean;
}

/** The action was not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  code: "game-over" | "illegal-action" | "not-seated" | "not-your-turn" | "stale" | "unknown-action";
  sentence: string;
}

/** Something else could not be done. Also the body of HTTP errors. */
export interface Trouble {
  type: "error";
  code: "bad-host" | "bad-message" | "bad-name" | "bad-origin" | "bad-setup" | "broken" | "full" | "just-left" | "no-such-table" | "not-finished" | "not-found" | "not-host" | "not-seated" | "not-waiting" | "seat-taken" | "still-open" | "still-seated" | "too-fast" | "too-many-tables" | "too-old" | "unavailable";
  sentence: string;
}

/** A seat has shown an emote. It comes after everything that had happened by then, and is not sent again. */
export interface Emoted {
  type: "emoted";
  seat: number;
  emote: "bravo" | "grumble" | "hello" | "laugh" | "tears" | "wow";
}

/** Do an action in the position with this number. Sent twice (perhaps after a lost connection), it is done once. */
export interface Act {
  type: "act";
  action: string;
  number: number;
}

/** Ask for the room and the position again, with all events. */
export interface Resync {
  type: "resync";
}

export interface Sit {
  type: "sit";
  seat?: number | null;
}

/** Before the game, give up the seat. During the game, let a bot play until you sit or act. */
export interface Leave {
  type: "leave";
}

/** Before the game, the host sets a seat. During the game, any player can let a bot play for somebody who has been gone for a while. */
export interface SetSeat {
  type: "seat";
  seat: number;
  kind: "bot" | "closed" | "open";
  level?: string | null;
}

/** For the host. No seat may be open. */
export interface Start {
  type: "start";
}

/** After the game, make the same table again. Everybody gets its id in `room`. */
export interface Rematch {
  type: "rematch";
}

export interface Rename {
  type: "rename";
  name: string;
}

export interface SetLanguage {
  type: "language";
  language: string;
}

/** For people who have a seat. */
export interface Emote {
  type: "emote";
  emote: "bravo" | "grumble" | "hello" | "laugh" | "tears" | "wow";
}

export interface OptionInfo {
  name: string;
  default: number | boolean | string | null;
  words: (number | boolean | string | null)[];
  low: number | null;
  high: number | null;
}

export interface GameInfo {
  id: string;
  title: string;
  players: number[];
  usual: number;
  options: OptionInfo[];
  levels: string[];
  level: string;
}

/** GET /api/games */
export interface Games {
  games: GameInfo[];
}

/** GET and PUT /api/me: the guest with this browser's cookie. */
export interface Me {
  name: string;
}

export interface SeatWish {
  kind: "bot" | "closed" | "open" | "person";
  level?: string | null;
}

/** POST /api/tables. Without seats, the maker plays against bots, and the game starts at once. */
export interface NewTable {
  game: string;
  options?: Record<string, number | boolean | string | null>;
  players?: number | null;
  level?: string | null;
  seats?: SeatWish[] | null;
  clock?: number | null;
  public?: boolean;
  name?: string | null;
}

/** The response to POST /api/tables. */
export interface Made {
  table: string;
  path: string;
}

export interface Summary {
  table: string;
  game: string;
  state: "finished" | "playing" | "waiting";
  names: string[];
  open: number;
  moves: number;
  your_turn: boolean;
  time: number;
}

/** GET /api/tables, newest first. */
export interface Tables {
  join: Summary[];
  watch: Summary[];
  mine: Summary[];
  finished: Summary[];
}

/** A position of a finished game, with all cards open. */
export interface Step {
  seat: number | null;
  action: string | null;
  label: string | null;
  view: ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView;
  hands: OpenHand[];
  events: WireEvent[];
}

/** GET /api/tables/{table}/replay?lang=it, for a finished game. The record, as text, is at /api/tables/{table}/record. */
export interface Replay {
  table: string;
  game: string;
  options: Record<string, number | boolean | string | null>;
  names: string[];
  levels: (string | null)[];
  commitment: string;
  result: Result;
  rematch: string | null;
  time: number;
  steps: Step[];
}

/** GET /health */
export interface Health {
  status: "ok" | "unwell";
  version: string;
  tables: number;
  sockets: number;
  processes: number;
  database: boolean;
  uncompiled: string[];
}

export type FromServer = Room | Position | Accepted | Refused | Trouble | Emoted;

export type FromClient = Act | Resync | Sit | Leave | SetSeat | Start | Rematch | Rename | SetLanguage | Emote;

export type View = ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView;

/** The end of a game: the last event of every table. */
export interface Over {
  scores: number[];
  winners: number[];
}

/** A round begins. */
export interface MammaMiaBegins {
  round: number;
}

/** A seat's first cards, for the seat alone. The order comes last. */
export interface MammaMiaDealt {
  seat: number;
  cards: string[];
}

/** Who has the first turn. */
export interface MammaMiaStarter {
  seat: number;
}

/** The orders in a seat's waiter, the top one first. Nobody sees this. */
export interface MammaMiaWaiter {
  seat: number;
  cards: string[];
}

/** Cards of the supply, in the order in which they will be drawn. Nobody sees this. */
export interface MammaMiaSupply {
  cards: string[];
}

/** A seat puts ingredients of one kind into the oven. */
export interface MammaMiaPlaced {
  seat: number;
  kind: string;
  n: number;
}

/** A seat puts an order into the oven. */
export interface MammaMiaOrdered {
  seat: number;
  order: string;
}

/** A seat draws cards. */
export interface MammaMiaDraw {
  seat: number;
  pile: "supply" | "waiter";
  n: number;
}

/** Which cards a seat draws, for the seat alone. */
export interface MammaMiaDrew {
  seat: number;
  pile: "supply" | "waiter";
  cards: string[];
}

/** A seat draws the Mamma Mia! card. */
export interface MammaMiaMammaMia {
  seat: number;
}

/** A seat has no ingredient to place. */
export interface MammaMiaPass {
  seat: number;
}

/** A seat starts to take the pizzas out. */
export interface MammaMiaTakesOut {
  seat: number;
}

/** An ingredient comes out of the oven. */
export interface MammaMiaLaid {
  kind: string;
  n: number;
}

/** What an order takes. */
export interface Recipe {
  form: string;
  needs: Record<string, number>;
  kinds: number;
  cards: number;
  of: string[];
  crossed: string | null;
}

/** An order comes out of the oven. */
export interface MammaMiaRevealed {
  seat: number;
  order: string;
  takes: Recipe;
  table: Record<string, number>;
}

/** The revealed order is baked. */
export interface MammaMiaBake {
  seat: number;
  order: string;
  used: Record<string, number>;
  from_hand: Record<string, number>;
  helper: number | null;
}

/** The revealed order is not baked and goes back to its owner. */
export interface MammaMiaFail {
  seat: number;
  order: string;
}

/** The cards on the table once an order is decided. */
export interface MammaMiaLeft {
  table: Record<string, number>;
}

/** A round is over. */
export interface MammaMiaRound {
  by: number;
  oven: Record<string, number>;
  used: Record<string, number>;
}

/** An owner asks the others for cards. */
export interface MammaMiaAsk {
  seat: number;
  order: string;
  cards: Record<string, number>;
}

/** Who gives the cards that an owner asked for. */
export interface MammaMiaHelp {
  seat: number;
  helper: number | null;
}

/** A seat's hand, for the seat alone. */
export interface ChefsHatDealt {
  seat: number;
  cards: string[];
}

/** A shift begins. */
export interface ChefsHatBegins {
  shift: number;
  roles: (string | null)[];
}

/** The holder of both jokers takes a special action. Roles are those after it. */
export interface ChefsHatSpecial {
  seat: number;
  action: string;
  roles: (string | null)[];
}

/** A gift of the exchange, for giver and receiver alone. */
export interface ChefsHatGave {
  from: number;
  to: number;
  cards: string[];
}

/** All gifts have arrived. */
export interface ChefsHatExchanged {
}

/** A seat places cards on the pizza. */
export interface ChefsHatPlaced {
  seat: number;
  number: number;
  naturals: number;
  jokers: number;
  golden: boolean;
}

/** A seat passes for the rest of the pizza. */
export interface ChefsHatPassed {
  seat: number;
}

/** A pizza is done. */
export interface ChefsHatPizza {
  seat: number;
  next: number;
}

/** A seat has run out of cards. */
export interface ChefsHatFinished {
  seat: number;
  role: string;
}

/** A shift is over. */
export interface ChefsHatShift {
  finish: number[];
  points: number[];
}

export type MammaMiaEvent =
  | WireEvent<"begins", MammaMiaBegins>
  | WireEvent<"dealt", MammaMiaDealt>
  | WireEvent<"starter", MammaMiaStarter>
  | WireEvent<"waiter", MammaMiaWaiter>
  | WireEvent<"supply", MammaMiaSupply>
  | WireEvent<"placed", MammaMiaPlaced>
  | WireEvent<"ordered", MammaMiaOrdered>
  | WireEvent<"draw", MammaMiaDraw>
  | WireEvent<"drew", MammaMiaDrew>
  | WireEvent<"mamma-mia", MammaMiaMammaMia>
  | WireEvent<"pass", MammaMiaPass>
  | WireEvent<"takes-out", MammaMiaTakesOut>
  | WireEvent<"laid", MammaMiaLaid>
  | WireEvent<"revealed", MammaMiaRevealed>
  | WireEvent<"bake", MammaMiaBake>
  | WireEvent<"fail", MammaMiaFail>
  | WireEvent<"left", MammaMiaLeft>
  | WireEvent<"round", MammaMiaRound>
  | WireEvent<"ask", MammaMiaAsk>
  | WireEvent<"help", MammaMiaHelp>
  | WireEvent<"over", Over>;

export type ChefsHatEvent =
  | WireEvent<"dealt", ChefsHatDealt>
  | WireEvent<"begins", ChefsHatBegins>
  | WireEvent<"special", ChefsHatSpecial>
  | WireEvent<"gave", ChefsHatGave>
  | WireEvent<"exchanged", ChefsHatExchanged>
  | WireEvent<"placed", ChefsHatPlaced>
  | WireEvent<"passed", ChefsHatPassed>
  | WireEvent<"pizza", ChefsHatPizza>
  | WireEvent<"finished", ChefsHatFinished>
  | WireEvent<"shift", ChefsHatShift>
  | WireEvent<"over", Over>;

/** The events of each game. */
export interface EventByGame {
  "mamma-mia": MammaMiaEvent;
  "mamma-mia-plus": MammaMiaEvent;
  "chefs-hat": ChefsHatEvent;
}
