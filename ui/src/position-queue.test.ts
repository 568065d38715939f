import { expect, test } from "vitest";
import { PositionQueue } from "./position-queue";
import { event, position } from "./testing";

function queueAt(instant = false) {
  const shown: number[] = [];
  const queue = new PositionQueue(
    (events) => shown.push(...events.map(({ number }) => number)),
    () => instant,
  );
  queue.push(position(1, [event(0)], { all: true }), []);
  return { queue, shown };
}

test("positions are shown one at a time", () => {
  const { queue, shown } = queueAt();
  queue.push(position(2, [event(1)]), [event(1)]);
  queue.push(position(3, [event(2)]), [event(2)]);
  expect(queue.current?.position.number).toBe(2);
  expect(queue.log).toHaveLength(1);
  queue.advance();
  expect(queue.current?.position.number).toBe(3);
  expect(shown).toEqual([1]);
  queue.advance();
  expect(queue.busy).toBe(false);
  expect(queue.current?.newEvents).toEqual([]);
  expect(queue.log.map(({ number }) => number)).toEqual([0, 1, 2]);
});

test("a position without events is shown at once", () => {
  const { queue } = queueAt();
  queue.push(position(2, []), []);
  expect(queue.current?.position.number).toBe(2);
  expect(queue.busy).toBe(false);
});

test("advancing more often than there are positions does nothing", () => {
  const { queue } = queueAt();
  queue.push(position(2, [event(1)]), [event(1)]);
  queue.push(position(3, [event(2)]), [event(2)]);
  queue.advance();
  queue.advance();
  queue.advance();
  expect(queue.log).toHaveLength(3);
});

test("skipping goes to the latest position and reports all events", () => {
  const { queue, shown } = queueAt();
  for (const number of [1, 2, 3]) queue.push(position(number + 1, [event(number)]), [event(number)]);
  queue.skip();
  expect(queue.current?.position.number).toBe(4);
  expect(shown).toEqual([1, 2, 3]);
  expect(queue.busy).toBe(false);
});

test("nothing waits while playing is instant", () => {
  const { queue, shown } = queueAt(true);
  queue.push(position(2, [event(1)]), [event(1)]);
  expect(queue.current).toMatchObject({ position: { number: 2 }, newEvents: [] });
  expect(shown).toEqual([1]);
});

test("a queue that has grown too long is skipped", () => {
  const { queue } = queueAt();
  for (let number = 1; number < 70; number++) queue.push(position(number + 1, [event(number)]), [event(number)]);
  expect(queue.current!.position.number).toBeGreaterThan(60);
  queue.skip();
  expect(queue.log.map(({ number }) => number)).toEqual([...Array(70).keys()]);
});

test("what is to be remembered leaves the log when its position is shown, and comes back when it is told again", () => {
  const { queue } = queueAt();
  const numbers = () => queue.log.map(({ number }) => number);
  queue.push(position(2, [event(1), event(2)]), [event(1), event(2)]);
  queue.advance();
  queue.push(position(3, [event(3)], { forgotten: { first: 1, end: 3 } }), [event(3)]);
  expect(numbers()).toEqual([0, 1, 2]);
  queue.advance();
  expect(numbers()).toEqual([0, 3]);
  queue.push(position(4, [], { forgotten: { first: 1, end: 4 } }), []);
  expect(numbers()).toEqual([0]);
  queue.push(position(5, [event(4)], { recalled: [1, 2, 3].map(event) }), [event(4)]);
  queue.skip();
  expect(numbers()).toEqual([0, 1, 2, 3, 4]);
});

test("a complete position discards what was waiting", () => {
  const { queue } = queueAt();
  queue.push(position(2, [event(1)]), [event(1)]);
  queue.push(position(5, [event(0)], { all: true }), []);
  expect(queue.busy).toBe(false);
  expect(queue.current?.position.number).toBe(5);
  expect(queue.log).toHaveLength(1);
});

test("what was received between two positions is shown between them", () => {
  const { queue } = queueAt();
  const calls: string[] = [];
  queue.whenShown(() => calls.push("first"));
  expect(calls).toEqual(["first"]);
  queue.push(position(2, [event(1)]), [event(1)]);
  queue.whenShown(() => calls.push("second"));
  queue.push(position(3, [event(2)]), [event(2)]);
  queue.whenShown(() => calls.push("third"));
  expect(calls).toEqual(["first"]);
  queue.advance();
  expect(calls).toEqual(["first", "second"]);
  queue.skip();
  expect(calls).toEqual(["first", "second", "third"]);
});
