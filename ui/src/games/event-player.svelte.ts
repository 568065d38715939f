/** Plays events one by one on the way from one position to the next. It always ends with the position as the server sent it. */
import type { Position } from "../protocol/messages";
import type { Speed } from "../settings.svelte";
import type { EventOf } from "./game-types";

/** How a game's events change what its table displays. D is everything that the table draws, P the game's positions. */
export interface EventAnimator<D, P extends Position = Position> {
  /** The display of a position. `previous` is the display before it, if any. */
  fromPosition(position: P, previous: D | null): D;
  /** The display after an event on the way to the position `target`. */
  afterEvent(display: D, event: EventOf<P>, target: P): D;
  /** Milliseconds at normal speed: for moving cards, then for looking at the result. */
  timing(event: EventOf<P>): { flight: number; rest: number };
}

/** Called when the cards of an event start to move, with the time they have. */
export type OnEventStart<P extends Position> = (event: EventOf<P>, milliseconds: number) => void;

const SPEED_FACTORS: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 };

export class EventPlayer<D, P extends Position = Position> {
  display: D = $state.raw()!;
  /** The event that is being played. */
  event: EventOf<P> | null = $state.raw(null);
  playing = $state(false);
  /** Waiting for `resume`, so that people can read a summary. */
  paused = $state(false);

  #animator: EventAnimator<D, P>;
  #speed: () => Speed;
  #run = 0; // a newer call of play() ends an older one
  #skipping = false;
  #wake: () => void = () => {};

  constructor(animator: EventAnimator<D, P>, position: P, speed: () => Speed) {
    this.#animator = animator;
    this.#speed = speed;
    this.display = animator.fromPosition(position, null);
  }

  /** Plays the events that lead to a position. Resolves to false if a newer call ended it. */
  async play(position: P, events: readonly EventOf<P>[], onStart: OnEventStart<P>): Promise<boolean> {
    const run = ++this.#run;
    this.#skipping = this.paused = false;
    this.#wake();
    this.playing = events.length > 0;
    for (const event of events) {
      const { flight, rest } = this.#animator.timing(event);
      this.event = event;
      if (!this.#skipping) onStart(event, flight * SPEED_FACTORS[this.#speed()]);
      await this.#wait(flight);
      if (run !== this.#run) return false;
      this.display = this.#animator.afterEvent(this.display, event, position);
      await this.#wait(rest);
      while (this.paused && run === this.#run && !this.#skipping) await this.#wait(Infinity);
      if (run !== this.#run) return false;
    }
    this.display = this.#animator.fromPosition(position, this.display);
    this.event = null;
    this.playing = this.paused = false;
    return true;
  }

  /** Ends the running `play` without further waiting. */
  skip(): void {
    this.#skipping = true;
    this.#wake();
  }

  /** Waits after the current event until `resume`. Has no effect when nothing is animated. */
  pause(): void {
    this.paused = this.#speed() !== "instant" && !this.#skipping;
  }

  resume(): void {
    this.paused = false;
    this.#wake();
  }

  #wait(milliseconds: number): Promise<void> | undefined {
    const time = milliseconds * SPEED_FACTORS[this.#speed()];
    if (this.#skipping || !(time > 0)) return undefined;
    return new Promise((resolve) => {
      const timer = time < Infinity ? setTimeout(resolve, time) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
