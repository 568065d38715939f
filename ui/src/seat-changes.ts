/** Who plays a seat, and how that changes during a game. */
import type { Room } from "./protocol/messages";

export interface SeatChange {
  seat: number;
  /** A bot plays because the person's time ran out, or for another reason; or the person is back. */
  change: "late" | "bot" | "back";
}

/** What has changed from one state of a table to the next. */
export function seatChanges(before: Room | null, now: Room): SeatChange[] {
  if (before?.state !== "playing" || now.state !== "playing") return [];
  return now.seats.flatMap(({ away, late }, seat) => {
    if (away === (before.seats[seat]?.away ?? away)) return [];
    return [{ seat, change: !away ? "back" : late ? "late" : "bot" } as const];
  });
}

/** The people whose connection is lost and for whom no bot plays yet, with the seconds until one can. */
export const absentees = ({ state, seats }: Room): { seat: number; grace: number }[] =>
  state !== "playing"
    ? []
    : seats.flatMap(({ grace, away }, seat) => (grace !== null && !away ? [{ seat, grace }] : []));
