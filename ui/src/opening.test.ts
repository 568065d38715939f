import { expect, test } from "vitest";
import { Opening, openingTempo } from "./opening";
import type { Room } from "./protocol/messages";
import { position, room, view } from "./testing";

const seat = { name: "", level: null, connected: true, grace: null, away: false, late: false, you: false };
const table = (...kinds: ("bot" | "person")[]): Room => room({ seats: kinds.map((kind) => ({ ...seat, kind })) });

/** The turns before the first person, as each of these positions sees them: seats that are to decide, from position `first` on. */
function turns(at: Room, actors: (number | null)[], first = 0): number[] {
  const opening = new Opening();
  return actors.map((actor, k) => {
    opening.see(position(first + k, [], { view: view({ actor }) }), at);
    return opening.turnsBefore;
  });
}

test("the opening lasts until a person is asked, and includes the events that lead there", () => {
  expect(turns(table("person", "bot", "bot", "bot"), [2, 2, 3, 0, 1])).toEqual([2, 2, 2, 2, 0]);
  expect(turns(table("person", "bot", "bot", "bot"), [1, null, 2, 3, 0, 1, 2])).toEqual([3, 3, 3, 3, 3, 0, 0]);
});

test("any person ends it", () => {
  expect(turns(table("person", "bot", "person", "bot"), [1, 2, 3, 0])).toEqual([1, 1, 0, 0]);
});

test("there is none if a person begins, without people, or for whoever comes later", () => {
  expect(turns(table("person", "bot"), [0, 1, 0])).toEqual([0, 0, 0]);
  expect(turns(table("bot", "bot"), [0, 1, 0])).toEqual([0, 0, 0]);
  expect(turns(table("person", "bot", "bot"), [1, 2, 0], 5)).toEqual([0, 0, 0]);
});

test("the more seats come before, the quicker they are shown, and never slower than usual", () => {
  expect(openingTempo(0, 800)).toBe(1);
  expect(openingTempo(1, 800)).toBe(1);
  for (const [before, time] of [
    [3, 800],
    [4, 2360],
    [5, 2360],
  ] as const)
    // prettier-ignore
    expect(openingTempo(before, time) * before * time).toBeCloseTo(1200);
});
