import { expect, test } from "vitest";
import { valueText, viewFields } from "./fields";

test("each field is a row, without those that the page shows elsewhere", () => {
  const view = { game: "tiny-tricks", phase: "play", actor: 2, cards_left: [3, 3, 2], trump: null };
  expect(viewFields(view)).toEqual([
    { name: "Phase", text: "play" },
    { name: "Cards left", text: "3, 3, 2" },
    { name: "Trump", text: "–" },
  ]);
});

test("a nested object has a row for each of its fields", () => {
  expect(viewFields({ trick: { leader: 1, suits: { cups: 2 } }, pool: {} })).toEqual([
    { name: "Trick: leader", text: "1" },
    { name: "Trick: suits: cups", text: "2" },
    { name: "Pool", text: "–" },
  ]);
});

test("the fields of a plain view are rows like any other", () => {
  expect(viewFields({ game: "plain", phase: "2", actor: 0, fields: { seat: 1, hand: [0, 1] } })).toEqual([
    { name: "Phase", text: "2" },
    { name: "Seat", text: "1" },
    { name: "Hand", text: "0, 1" },
  ]);
});

test("values inside a list stay on its line", () => {
  expect(valueText([[1, 2], [], { n: 3, open: true }])).toBe("(1, 2), (–), (n 3, open ✓)");
  expect(valueText([false, null, ""])).toBe("✗, –, –");
});
