import { beforeEach, expect, test } from "vitest";
import { FinalHands } from "./final-hands";
import type { OpenHand, Replay, Step } from "./protocol/messages";
import { emptyResult, room, view } from "./testing";

const open: OpenHand[] = [{ hand: ["7"], orders: [] }];
const step = (hands: OpenHand[]): Step => ({ seat: null, action: null, label: null, view: view(), hands, events: [] });
const replay: Replay = {
  table: "abc",
  game: "chefs-hat",
  options: {},
  names: ["Anna"],
  levels: [null],
  commitment: "",
  result: { ...emptyResult, scores: [15], winners: [0] },
  rematch: null,
  time: 0,
  steps: [step([]), step(open)],
};
const finished = room({ state: "finished" });

let answers: Promise<Replay>[];
let loads: number;
let hands: FinalHands;

beforeEach(() => {
  answers = [];
  loads = 0;
  hands = new FinalHands(() => {
    loads += 1;
    return answers.shift() ?? Promise.resolve(replay);
  });
});

test("a game that is not finished has none", async () => {
  expect(await hands.forRoom(room({ state: "playing" }))).toBeNull();
  expect(loads).toBe(0);
});

test("they are those of the last step", async () => {
  expect(await hands.forRoom(finished)).toEqual(open);
});

test("the replay is loaded once, however many room messages come", async () => {
  const first = hands.forRoom(finished);
  const second = hands.forRoom({ ...finished, spectators: 1 });
  expect(await Promise.all([first, second])).toEqual([open, open]);
  expect(await hands.forRoom({ ...finished, rematch: "def" })).toEqual(open);
  expect(loads).toBe(1);
});

test("after a failure the next room message tries again", async () => {
  answers = [Promise.reject(new Error("offline"))];
  await expect(hands.forRoom(finished)).rejects.toThrow("offline");
  expect(await hands.forRoom(finished)).toEqual(open);
  expect(loads).toBe(2);
});
