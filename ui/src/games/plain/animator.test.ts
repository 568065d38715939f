import { expect, test } from "vitest";
import { event, position } from "../../testing";
import { animator, type Display } from "./animator";

const numbers = ({ recent }: Display) => recent.map(({ number }) => number);
const silent = { ...event(1), sentence: null };

test("the latest sentences are kept, and none appears twice", () => {
  const start = animator.fromPosition(position(1, [event(0), silent, event(2)], { all: true }), null);
  expect(numbers(start)).toEqual([0, 2]);
  const target = position(2, [event(3), event(4)]);
  const played = animator.afterEvent(start, event(3), target);
  expect(numbers(played)).toEqual([0, 2, 3]);
  expect(numbers(animator.fromPosition(target, played))).toEqual([0, 2, 3, 4]);
});

test("old sentences disappear", () => {
  const start = animator.fromPosition(position(1, [...Array(20).keys()].map(event), { all: true }), null);
  expect(numbers(start)).toEqual([14, 15, 16, 17, 18, 19]);
});

test("the view changes when all events have been played", () => {
  const start = animator.fromPosition(position(1, []), null);
  const target = position(2, [event(0)]);
  expect(animator.afterEvent(start, event(0), target).view).toBe(start.view);
  expect(animator.fromPosition(target, start).view).toBe(target.view);
});

test("an event without a sentence takes no time", () => {
  const display = animator.fromPosition(position(1, []), null);
  expect(animator.timing(silent, display).rest).toBe(0);
  expect(animator.timing(event(0), display).rest).toBeGreaterThan(0);
});
