/**
 * The show on a table: what is drawn goes from one position to the next one event at a time. It draws, it does not judge: at the end
 * of each show stands the position as the server sent it.
 */
import type { Position, WireEvent } from "../protocol/messages";
import type { Speed } from "../settings.svelte";

/** How a game's events are told on its table; S is all that is drawn. */
export interface Telling<S> {
  /** A position as it is. What is to be remembered of earlier ones comes from what has been drawn, or from all events. */
  drawn(position: Position, before: S | null): S;
  /** What is drawn after an event, on the way to a position. */
  after(shown: S, event: WireEvent, to: Position): S;
  /** Milliseconds for it, at normal speed: cards on their way, then a moment to look. */
  time(event: WireEvent): { flight: number; rest: number };
}

/** Called when an event's cards set out, with the milliseconds that they have. */
export type Moving = (event: WireEvent, milliseconds: number) => void;

const FACTORS: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 };

export class Show<S> {
  shown: S = $state.raw()!;
  /** The event that is being told. */
  event: WireEvent | null = $state.raw(null);
  playing = $state(false);
  /** Something is there to be read: it goes on with `go`. */
  held = $state(false);

  #telling: Telling<S>;
  #speed: () => Speed;
  #act = 0; // a newer show ends an older one
  #hurry = false;
  #wake: () => void = () => {};

  constructor(telling: Telling<S>, position: Position, speed: () => Speed) {
    this.#telling = telling;
    this.#speed = speed;
    this.shown = telling.drawn(position, null);
  }

  /** Tell the events that lead to a position; false if a newer show came between. */
  async play(position: Position, fresh: readonly WireEvent[], moving: Moving): Promise<boolean> {
    const act = ++this.#act;
    this.#hurry = this.held = false;
    this.#wake();
    this.playing = fresh.length > 0;
    for (const event of fresh) {
      const { flight, rest } = this.#telling.time(event);
      this.event = event;
      if (!this.#hurry) moving(event, flight * FACTORS[this.#speed()]);
      await this.#wait(flight);
      if (act !== this.#act) return false;
      this.shown = this.#telling.after(this.shown, event, position);
      await this.#wait(rest);
      while (this.held && act === this.#act && !this.#hurry) await this.#wait(Infinity);
      if (act !== this.#act) return false;
    }
    this.shown = this.#telling.drawn(position, this.shown);
    this.event = null;
    this.playing = this.held = false;
    return true;
  }

  /** To the end of the show, at once. */
  skip(): void {
    this.#hurry = true;
    this.#wake();
  }

  /** Wait after the present event until `go`; not for those who want to see nothing. */
  hold(): void {
    this.held = this.#speed() !== "instant" && !this.#hurry;
  }

  go(): void {
    this.held = false;
    this.#wake();
  }

  #wait(milliseconds: number): Promise<void> | undefined {
    const time = milliseconds * FACTORS[this.#speed()];
    if (this.#hurry || !(time > 0)) return undefined;
    return new Promise((resolve) => {
      const timer = time < Infinity ? setTimeout(resolve, time) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
