/**
 * The opening of a game: until a person has had a turn, bots hardly pause, and the page shows their moves quickly. So nobody
 * waits long for the first decision, however many seats come before.
 */
import type { Position, Room } from "./protocol/messages";

/** Milliseconds that the moves before the first person's turn take in all. */
const OPENING_TIME = 1200;

/** The part of the usual times that events take in the opening, if so many seats have their turn before the first person. */
export const openingTempo = (turnsBefore: number, turnTime: number): number =>
  turnsBefore ? Math.min(1, OPENING_TIME / (turnsBefore * turnTime)) : 1;

export class Opening {
  /** How many seats have their turn before the first person; 0 after the opening. Of the events that led to the position seen last. */
  turnsBefore = 0;

  #isOver = true;

  /** Must be called for every position. Whoever comes later, or again, has missed the opening. */
  see({ number, view: { actor } }: Position, { seats }: Room): void {
    const isPerson = (seat: number) => seats[seat % seats.length]?.kind === "person";
    if (number === 0 && actor !== null) {
      this.turnsBefore = Math.max(
        0,
        seats.findIndex((_, turns) => isPerson(actor + turns)),
      );
      this.#isOver = this.turnsBefore === 0;
      return;
    }
    if (this.#isOver) this.turnsBefore = 0;
    if (actor !== null && isPerson(actor)) this.#isOver = true;
  }
}
