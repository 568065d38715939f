import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Position, WireEvent } from "../protocol/messages";
import type { Speed } from "../settings.svelte";
import { event, position } from "../testing";
import { EventPlayer, type EventAnimator } from "./event-player.svelte";

/** Displays the numbers of the events played; a position is displayed as "n!". */
const animator: EventAnimator<string> = {
  fromPosition: ({ number }: Position) => `${number}!`,
  afterEvent: (display: string, { number }: WireEvent) => `${display}${number}`,
  timing: () => ({ flight: 100, rest: 50 }),
  isStep: ({ number }) => number % 2 === 1,
  turnTime: 150,
};

const STOP = 99;
let speed: Speed;
let started: [number, number][]; // event number and its time
let player: EventPlayer<string>;
const start = (number: number, ...numbers: number[]) =>
  player.play(position(number, []), numbers.map(event), {
    onStart: (played, time) => started.push([played.number, time]),
    stopsAfter: (played) => played.number === STOP,
  });

beforeEach(() => {
  vi.useFakeTimers();
  speed = "normal";
  started = [];
  player = new EventPlayer(animator, position(0, []), () => speed);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("events are played one after the other, and the position comes last", async () => {
  const finished = start(1, 7, 8);
  expect([player.display, player.playing, player.event?.number]).toEqual(["0!", true, 7]);
  await vi.advanceTimersByTimeAsync(100);
  expect(player.display).toBe("0!7");
  await vi.advanceTimersByTimeAsync(50);
  expect(player.event?.number).toBe(8);
  await vi.advanceTimersByTimeAsync(150);
  expect(await finished).toBe(true);
  expect([player.display, player.playing, player.event]).toEqual(["1!", false, null]);
});

test("the time that drawing takes is made up for", async () => {
  const now = performance.now.bind(performance);
  let drawing = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + drawing);
  void player.play(position(1, []), [event(7)], { onStart: () => (drawing += 60) });
  await vi.advanceTimersByTimeAsync(39);
  expect(player.display).toBe("0!");
  await vi.advanceTimersByTimeAsync(1);
  expect(player.display).toBe("0!7");
});

test("without events the position is displayed at once", async () => {
  expect(await start(3)).toBe(true);
  expect([player.display, started]).toEqual(["3!", []]);
});

test("the speed scales all times, down to none", async () => {
  speed = "slow";
  void start(1, 7);
  await vi.advanceTimersByTimeAsync(300);
  speed = "instant";
  expect(await start(2, 8, 9)).toBe(true);
  expect(started).toEqual([[7, 200], [8, 0], [9, 0]]); // prettier-ignore
});

test("a quicker tempo scales all times, and lasts for one position", async () => {
  const tempo = 0.2;
  const finished = player.play(position(1, []), [event(7)], { onStart: (_, time) => started.push([7, time]), tempo });
  await vi.advanceTimersByTimeAsync(30);
  expect(await finished).toBe(true);
  void start(2, 8);
  expect(started).toEqual([[7, 20], [8, 100]]); // prettier-ignore
});

test("skipping displays the position at once", async () => {
  const finished = start(1, 7, 8, 9);
  await vi.advanceTimersByTimeAsync(10);
  player.skip();
  expect(await finished).toBe(true);
  expect(player.display).toBe("1!");
  expect(started.map(([number]) => number)).toEqual([7]);
});

test("a newer call ends an older one", async () => {
  const older = start(1, 7, 8);
  const newer = start(2, 9);
  expect(await older).toBe(false);
  await vi.advanceTimersByTimeAsync(150);
  expect(await newer).toBe(true);
  expect(player.display).toBe("2!");
});

test("a paused player waits until it is resumed", async () => {
  const finished = start(1, 7, 8);
  player.pause();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([player.event?.number, player.paused]).toEqual([7, true]);
  player.resume();
  await vi.advanceTimersByTimeAsync(150);
  expect(await finished).toBe(true);
});

test("back shows the previous step again, and a paused player stays there", async () => {
  const finished = start(1, 7, 8, 9, 10);
  expect(player.canGoBack).toBe(true); // event 7 has begun
  await vi.advanceTimersByTimeAsync(3 * 150 + 10); // event 10 is under way
  expect(player.display).toBe("0!789");
  player.pause();
  player.back(); // 9 is shown, so this goes to 7
  await vi.advanceTimersByTimeAsync(1000);
  expect([player.display, player.event?.number, player.paused]).toEqual(["0!7", 7, true]);
  player.back();
  await vi.advanceTimersByTimeAsync(1000);
  expect([player.display, player.canGoBack]).toEqual(["0!", false]);
  player.resume();
  await vi.advanceTimersByTimeAsync(4 * 150);
  expect(await finished).toBe(true);
  expect(started.map(([number]) => number)).toEqual([7, 8, 9, 10, 7, 8, 9, 10]);
});

test("a player that is not paused goes on after going back", async () => {
  const finished = start(1, 7, 8, 9);
  await vi.advanceTimersByTimeAsync(2 * 150 + 110); // event 9 is shown
  player.back();
  await vi.advanceTimersByTimeAsync(50 + 2 * 150);
  expect(await finished).toBe(true);
  expect(started.map(([number]) => number)).toEqual([7, 8, 9, 8, 9]);
});

test("skipping stops at a summary, and goes on to the end from there", async () => {
  const finished = start(1, 7, STOP, 8);
  expect(player.stopsLater).toBe(true);
  player.skip();
  await vi.advanceTimersByTimeAsync(1000);
  expect([player.display, player.paused, player.stopsLater]).toEqual([`0!7${STOP}`, true, false]);
  player.skip();
  expect(await finished).toBe(true);
  expect(player.display).toBe("1!");
});

test("a player that is to pause goes on if the speed becomes instant", async () => {
  const finished = start(1, 7, 8);
  player.pause();
  speed = "instant";
  await vi.advanceTimersByTimeAsync(1000);
  expect(await finished).toBe(true);
});

test("an instant player does not pause", async () => {
  speed = "instant";
  const finished = start(1, 7);
  player.pause();
  expect(await finished).toBe(true);
});
