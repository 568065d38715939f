import { beforeAll, expect, test } from "vitest";
import type { Result } from "./protocol/messages";
import { ranking, resultSentences, shareText } from "./result-texts";
import { emptyResult } from "./testing";
import { words } from "./words.svelte";

const NAMES = ["Ada", "Bruno", "Carla"];
const sentences = (game: string, parts: Partial<Result>) =>
  resultSentences(game, { ...emptyResult, ...parts }, NAMES, (order) => `“${order}”`, words.t);

beforeAll(() => words.setLanguage("en"));

test("a tie tells what decided, with the numbers", () => {
  const tie = { seats: [2, 0], score: 7, numbers: [4, 2] };
  expect(sentences("mamma-mia", { ties: [tie], places: [2, 3, 1] })).toEqual([
    "Carla and Ada delivered 7 orders each. Ingredients left in hand decide: Carla 4 and Ada 2.",
  ]);
  expect(sentences("chefs-hat", { ties: [{ ...tie, numbers: [1, 3] }], places: [2, 3, 1] })).toEqual([
    "Carla and Ada have 7 points each. The last shift decides: Carla first out and Ada third out.",
  ]);
});

test("a shared victory is told, an equal second place is not one", () => {
  const tie = { seats: [0, 1], score: 5, numbers: [3, 3] };
  expect(sentences("mamma-mia", { ties: [tie], places: [1, 1, 3] })[0]).toContain("a shared victory");
  expect(sentences("mamma-mia", { ties: [tie], places: [2, 2, 1] })[0]).not.toContain("a shared victory");
});

test("a game of somebody else has plain ties", () => {
  const tie = { seats: [0, 1], score: 1, numbers: [] };
  expect(sentences("tiny-game", { ties: [tie], places: [1, 1, 3] })[0]).toMatch(/^Ada and Bruno have 1 point each\. /);
});

test("rewards and orders that failed by one card are told", () => {
  const near_misses = [{ round: 2, seat: 1, order: "4-olive" }];
  expect(sentences("mamma-mia-plus", { rewards: [0, 2, 1], near_misses })).toEqual([
    "Rewards for helping: Bruno 2 and Carla 1.",
    "Failed by one card: Bruno: “4-olive” (round 2).",
  ]);
  expect(sentences("mamma-mia-plus", { rewards: [0, 0, 0] })).toEqual([]);
  const many = [1, 0, 1, 1, 0].map((seat) => ({ round: 1, seat, order: "each" }));
  expect(sentences("mamma-mia", { near_misses: many })).toEqual(["Failed by one card: Ada 2 and Bruno 3."]);
});

test("the text to share has a line for each player, best first", () => {
  const result = { ...emptyResult, scores: [5, 7, 7], places: [3, 2, 1], rounds: [[2, 3, 4], [3, 4, 3]] }; // prettier-ignore
  expect(ranking(result)).toEqual([2, 1, 0]);
  expect(shareText("Forno · Mamma Mia!", result, NAMES, ["A tie."])).toBe(
    "Forno · Mamma Mia!\n1. Carla: 7 (4 + 3)\n2. Bruno: 7 (3 + 4)\n3. Ada: 5 (2 + 3)\nA tie.",
  );
});
