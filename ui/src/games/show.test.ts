import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position, WireEvent } from "../protocol/messages";
import type { Speed } from "../settings.svelte";
import { event, position } from "../testing";
import { Show, type Telling } from "./show.svelte";

/** Draws the numbers of what has been told; the position itself is "n!". */
const telling: Telling<string> = {
  drawn: ({ number }: Position) => `${number}!`,
  after: (shown: string, { number }: WireEvent) => `${shown}${number}`,
  time: () => ({ flight: 100, rest: 50 }),
};

let speed: Speed;
let set: [number, number][]; // what set out, and the time it had
let show: Show<string>;
const start = (number: number, ...numbers: number[]) =>
  show.play(position(number, []), numbers.map(event), (told, time) => set.push([told.number, time]));

beforeEach(() => {
  vi.useFakeTimers();
  speed = "normal";
  set = [];
  show = new Show(telling, position(0, []), () => speed);
});
afterEach(() => vi.useRealTimers());

test("events are told one after the other, and the position comes last", async () => {
  const reached = start(1, 7, 8);
  expect([show.shown, show.playing, show.event?.number]).toEqual(["0!", true, 7]);
  await vi.advanceTimersByTimeAsync(100);
  expect(show.shown).toBe("0!7");
  await vi.advanceTimersByTimeAsync(50);
  expect(show.event?.number).toBe(8);
  await vi.advanceTimersByTimeAsync(150);
  expect(await reached).toBe(true);
  expect([show.shown, show.playing, show.event]).toEqual(["1!", false, null]);
});

test("without events the position is drawn at once", async () => {
  expect(await start(3)).toBe(true);
  expect([show.shown, set]).toEqual(["3!", []]);
});

test("the speed stretches all times, and instant means none", async () => {
  speed = "slow";
  void start(1, 7);
  await vi.advanceTimersByTimeAsync(300);
  speed = "instant";
  expect(await start(2, 8, 9)).toBe(true);
  expect(set).toEqual([[7, 200], [8, 0], [9, 0]]); // prettier-ignore
});

test("who skips sees the position at once", async () => {
  const reached = start(1, 7, 8, 9);
  await vi.advanceTimersByTimeAsync(10);
  show.skip();
  expect(await reached).toBe(true);
  expect(show.shown).toBe("1!");
  expect(set.map(([number]) => number)).toEqual([7]);
});

test("a newer show ends an older one", async () => {
  const older = start(1, 7, 8);
  const newer = start(2, 9);
  expect(await older).toBe(false);
  await vi.advanceTimersByTimeAsync(150);
  expect(await newer).toBe(true);
  expect(show.shown).toBe("2!");
});

test("what is to be read holds the show until it goes on", async () => {
  const reached = start(1, 7, 8);
  show.hold();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([show.event?.number, show.held]).toEqual([7, true]);
  show.go();
  await vi.advanceTimersByTimeAsync(150);
  expect(await reached).toBe(true);
});

test("nobody who sees no show is held", async () => {
  speed = "instant";
  const reached = start(1, 7);
  show.hold();
  expect(await reached).toBe(true);
});
