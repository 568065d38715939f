import { expect, test } from "vitest";
import type { ChefsHatEvent } from "../../protocol/messages";
import { position, view } from "../../testing";
import { animator } from "./animator";

const placed = (number: number, seat: number, card: number, naturals: number, jokers = 0): ChefsHatEvent => ({
  number,
  name: "placed",
  data: { seat, number: card, naturals, jokers, golden: false },
  sentence: null,
});
const at = (events: ChefsHatEvent[], number: number, count: number, all = false) =>
  position(events.at(-1)?.number ?? 0, events, { all, view: view({ pizza: { number, count, seat: 1 } }) });
const numbers = (display: { pizza: { number: number }[] }) => display.pizza.map(({ number }) => number);

test("the pizza is known from all events, played or skipped", () => {
  const before = animator.fromPosition(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  expect(numbers(before)).toEqual([9]);
  const skipped = animator.fromPosition(at([placed(5, 1, 7, 1, 1)], 7, 2), before);
  expect(numbers(skipped)).toEqual([9, 7]);
  const target = at([placed(6, 2, 3, 2)], 3, 2);
  const played = animator.fromPosition(target, animator.afterEvent(skipped, target.events[0]!, target));
  expect(numbers(played), "and nothing is counted twice").toEqual([9, 7, 3]);
});

test("a finished pizza is removed", () => {
  const before = animator.fromPosition(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  const pizza: ChefsHatEvent = { number: 5, name: "pizza", data: { seat: 0, next: 0 }, sentence: null };
  const after = animator.fromPosition(position(2, [pizza], { view: view() }), before);
  expect(after.pizza).toEqual([]);
});

test("the view wins where events are missing", () => {
  const before = animator.fromPosition(at([placed(4, 0, 9, 1)], 9, 1, true), null);
  expect(animator.fromPosition(at([], 12, 2), before).pizza).toEqual([
    { seat: 1, number: 12, naturals: 0, jokers: 2, golden: false },
  ]);
});
