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
  /** Milliseconds at normal speed: for moving cards, then for looking at the result. `display` is the one before the event. */
  timing(event: EventOf<P>, display: D): { flight: number; rest: number };
  /** Whether `back` may go back to this event. */
  isStep(event: EventOf<P>): boolean;
  /** Milliseconds that the events of a usual turn take in all. */
  turnTime: number;
}

export interface PlayOptions<P extends Position> {
  /** Called when the cards of an event start to move, with the time they have. */
  onStart: (event: EventOf<P>, milliseconds: number) => void;
  /** Whether to pause after this event, even when skipping, so that people can read a summary. */
  stopsAfter?: (event: EventOf<P>) => boolean;
  /** Called when it has stopped there. */
  onStop?: () => void;
  /** The part of the usual times that the events take. */
  tempo?: number;
}

const SPEED_FACTORS: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 };
/** No event has been played yet. */
const START = -1;
/** On a slow device, drawing takes time, too. So much of it is made up for by shorter waits, in milliseconds. */
const MAX_LAG = 500;

export class EventPlayer<D, P extends Position = Position> {
  display: D = $state.raw()!;
  /** The event that is being played. */
  event: EventOf<P> | null = $state.raw(null);
  playing = $state(false);
  /** Waiting for `resume` after the current event. */
  paused = $state(false);
  /** Whether there is an earlier step to go back to. */
  readonly canGoBack: boolean = $derived.by(() => this.#previousStep() !== null);
  /** Whether a later event stops the player (see `PlayOptions.stopsAfter`). */
  readonly stopsLater: boolean = $derived.by(() => this.#events.slice(this.#at + 1).some(this.#stopsAfter));

  #animator: EventAnimator<D, P>;
  #speed: () => Speed;
  #events: readonly EventOf<P>[] = $state.raw([]);
  #at = $state(START); // the index of `event`
  #target: number | null = null; // where to go back to
  #stopsAfter: (event: EventOf<P>) => boolean = $state.raw(() => false);
  #run = 0; // a newer call of play() ends an older one
  #skipping = false;
  #tempo = 1;
  #due = 0; // when the current wait should have begun
  #wake: () => void = () => {};

  constructor(animator: EventAnimator<D, P>, position: P, speed: () => Speed) {
    this.#animator = animator;
    this.#speed = speed;
    this.display = animator.fromPosition(position, null);
  }

  /** Plays the events that lead to a position. Resolves to false if a newer call ended it. */
  async play(position: P, events: readonly EventOf<P>[], options: PlayOptions<P>): Promise<boolean> {
    const run = ++this.#run;
    this.#begin(events, options);
    const displays = [this.display]; // displays[k + 1] is the one after events[k]
    for (let at = 0; at < events.length; at = this.#at + 1) {
      const event = events[at]!;
      const { flight, rest } = this.#animator.timing(event, this.display);
      this.#at = at;
      this.event = event;
      if (!this.#skipping) options.onStart(event, flight * this.#factor);
      await this.#wait(flight);
      if (run !== this.#run) return false;
      if (this.#target === null) {
        this.display = displays[at + 1] = this.#animator.afterEvent(this.display, event, position);
        if (this.#stopsAfter(event)) this.#stop(options);
        await this.#look(rest, run);
      }
      while (this.#target !== null && run === this.#run) {
        this.#at = this.#target;
        this.#target = null;
        this.display = displays[this.#at + 1]!;
        this.event = events[Math.max(0, this.#at)]!;
        await this.#look(rest, run);
      }
      if (run !== this.#run) return false;
    }
    this.display = this.#animator.fromPosition(position, this.display);
    this.event = null;
    this.playing = this.paused = false;
    return true;
  }

  /** Goes on without waiting, up to the next event that stops the player, or else to the end. */
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

  /** Shows the previous step again, and goes on from there unless paused. */
  back(): void {
    this.#target = this.#previousStep();
    if (this.#target !== null) this.#wake();
  }

  #begin(events: readonly EventOf<P>[], { stopsAfter = () => false, tempo = 1 }: PlayOptions<P>): void {
    this.#skipping = this.paused = false;
    this.#wake();
    this.#events = events;
    this.#stopsAfter = stopsAfter;
    this.#tempo = tempo;
    this.#at = START;
    this.#target = null;
    this.#due = performance.now();
    this.playing = events.length > 0;
  }

  /** Waits after an event, and on as long as the player is paused. */
  async #look(rest: number, run: number): Promise<void> {
    await this.#wait(rest);
    while (run === this.#run && this.paused && this.#target === null && !this.#skipping && this.#speed() !== "instant")
      await this.#wait(Infinity);
  }

  #stop({ onStop }: PlayOptions<P>): void {
    this.#skipping = false;
    this.pause();
    onStop?.();
  }

  /** The last step before the one that is shown, or the start; null if the start is shown. */
  #previousStep(): number | null {
    const isStep = (event: EventOf<P>) => this.#animator.isStep(event);
    const shown = this.#events.slice(0, this.#at + 1).findLastIndex(isStep);
    return shown < 0 ? (this.#at > START ? START : null) : this.#events.slice(0, shown).findLastIndex(isStep);
  }

  get #factor(): number {
    return SPEED_FACTORS[this.#speed()] * this.#tempo;
  }

  #wait(milliseconds: number): Promise<void> | undefined {
    const time = milliseconds * this.#factor;
    if (this.#skipping || !(time > 0)) return undefined;
    const now = performance.now();
    this.#due = Math.max(this.#due, now - MAX_LAG) + time;
    return new Promise((resolve) => {
      const timer = time < Infinity ? setTimeout(resolve, Math.max(0, this.#due - now)) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        this.#due = performance.now();
        resolve();
      };
    });
  }
}
