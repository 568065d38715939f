import { expect, test } from "vitest";
import type { WireEvent } from "../../protocol/messages";
import { position, view } from "../../testing";
import { telling } from "./telling";

const placed = (number: number, seat: number, card: number, naturals: number, jokers = 0): WireEvent => ({
  number,
  name: "placed",
  data: { seat, number: card, naturals, jokers, golden: false },
  sentence: null,
});
const at = (events: WireEvent[], number: number, count: number, all = false) =>
  position(events.at(-1)?.number ?? 0, events, { all, view: view({ pizza: { number, count, seat: 1 } }) });
const numbers = (shown: { pizza: { number: number }[] }) => shown.pizza.map(({ number }) => number);

test("what lies on the pizza is known from all events, told or not", () => {
  const before = telling.drawn(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  expect(numbers(before)).toEqual([9]);
  const skipped = telling.drawn(at([placed(5, 1, 7, 1, 1)], 7, 2), before);
  expect(numbers(skipped)).toEqual([9, 7]);
  const to = at([placed(6, 2, 3, 2)], 3, 2);
  const told = telling.drawn(to, telling.after(skipped, to.events[0]!, to));
  expect(numbers(told), "and nothing is counted twice").toEqual([9, 7, 3]);
});

test("a done pizza is gone", () => {
  const before = telling.drawn(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  const pizza = { number: 5, name: "pizza", data: { seat: 0, next: 0 }, sentence: null };
  const after = telling.drawn(position(2, [pizza], { view: view() }), before);
  expect(after.pizza).toEqual([]);
});

test("where events are missing the view alone is believed", () => {
  const before = telling.drawn(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  expect(telling.drawn(at([], 12, 2), before).pizza).toEqual([
    { seat: 1, number: 12, naturals: 0, jokers: 2, golden: false },
  ]);
});
