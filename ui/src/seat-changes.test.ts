import { expect, test } from "vitest";
import type { Room, SeatInfo } from "./protocol/messages";
import { absentees, seatChanges } from "./seat-changes";

const HERE: SeatInfo = {
  name: "Ada",
  kind: "person",
  level: null,
  connected: true,
  grace: null,
  away: false,
  late: false,
  you: false,
};
const AWAY = { ...HERE, away: true };
const LATE = { ...AWAY, late: true };
const GONE = { ...HERE, connected: false, grace: 12 };
const room = (...seats: SeatInfo[]) => ({ state: "playing", seats }) as Room;

test("a clock, a person or the page hands a seat to a bot, and back", () => {
  expect(seatChanges(room(HERE, HERE, LATE), room(LATE, AWAY, HERE))).toEqual([
    { seat: 0, change: "late" },
    { seat: 1, change: "bot" },
    { seat: 2, change: "back" },
  ]);
});

test("nothing changes at first, without a game, and when something else changes", () => {
  expect(seatChanges(null, room(LATE))).toEqual([]);
  expect(seatChanges(room(HERE), { ...room(AWAY), state: "finished" })).toEqual([]);
  expect(seatChanges(room(HERE), room(GONE))).toEqual([]);
});

test("only people without connection and without a bot are absent", () => {
  expect(absentees(room(HERE, AWAY, GONE))).toEqual([{ seat: 2, grace: 12 }]);
  expect(absentees({ ...room(GONE), state: "waiting" })).toEqual([]);
});
