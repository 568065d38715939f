import { expect, test } from "vitest";
import type { GameInfo } from "./protocol/messages";
import { lastChoice, quickTable } from "./quick-play";

const game: GameInfo = {
  id: "mamma-mia-plus",
  title: "Mamma Mia! Plus",
  players: [2, 3, 4, 5, 6],
  usual: 4,
  options: [
    { name: "edition", default: "en", words: ["en", "it", "fr"], low: null, high: null },
    { name: "memory_aid", default: false, words: [false, true], low: null, high: null },
  ],
  levels: ["novice", "helper"],
  level: "helper",
};

test("the last choice counts, unless the game has it no longer", () => {
  expect(lastChoice(game, undefined)).toEqual({ players: 4, level: "helper" });
  expect(lastChoice(game, { players: 2, level: "novice" })).toEqual({ players: 2, level: "novice" });
  expect(lastChoice(game, { players: 9, level: "baker" })).toEqual({ players: 4, level: "helper" });
});

test.each([
  ["it", "it"],
  ["fr", "fr"],
  ["de", "en"],
])("in %s, the edition is %s", (language, edition) => {
  expect(quickTable(game, lastChoice(game, undefined), language)).toEqual({
    game: "mamma-mia-plus",
    players: 4,
    level: "helper",
    options: { edition, memory_aid: false },
  });
});
