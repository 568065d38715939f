import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Emotes } from "./emotes.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a seat shows one emote at a time, for a moment", () => {
  const emotes = new Emotes(() => {});
  emotes.show({ seat: 1, emote: "wow" });
  emotes.show({ seat: 2, emote: "laugh" });
  vi.advanceTimersByTime(2000);
  emotes.show({ seat: 1, emote: "tears" });
  expect(emotes.shown.map(({ seat, emote }) => [seat, emote])).toEqual([
    [2, "laugh"],
    [1, "tears"],
  ]);
  vi.advanceTimersByTime(1000);
  expect(emotes.shown.map(({ emote }) => emote)).toEqual(["tears"]);
  vi.advanceTimersByTime(2000);
  expect(emotes.shown).toEqual([]);
});

test("the reader sends no more than the server takes", () => {
  const sent: string[] = [];
  const emotes = new Emotes((emote) => sent.push(emote));
  emotes.send("bravo");
  emotes.send("wow");
  expect(emotes.ready).toBe(false);
  vi.advanceTimersByTime(2000);
  emotes.send("hello");
  expect(sent).toEqual(["bravo", "hello"]);
});
