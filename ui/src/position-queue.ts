/**
 * Shows positions one at a time. Bots move faster than people can follow, so positions queue up here until the table
 * has played the events of the current one.
 */
import type { Position, Span, WireEvent } from "./protocol/messages";

export interface PositionUpdate {
  position: Position;
  /** Events to play on the way to this position. */
  newEvents: WireEvent[];
  /** In the opening: how many seats have their turn before the first person. */
  turnsBefore: number;
}

/** The log with the events that a position tells again, and without those that a person is no longer shown. */
function remembered(log: WireEvent[], { forgotten, recalled }: Position): WireEvent[] {
  const all = recalled.length ? [...log, ...recalled].toSorted((a, b) => a.number - b.number) : log;
  return forgotten ? all.filter(({ number }) => number < forgotten.first || number >= forgotten.end) : all;
}

/** A longer queue is skipped. */
const MAX_WAITING = 60;

export class PositionQueue {
  current: PositionUpdate | null = null;
  /** The events shown since the start of the game, except those that are to be remembered. */
  log: WireEvent[] = [];
  /** The numbers of those. */
  forgotten: Span | null = null;

  #waiting: PositionUpdate[] = [];
  #playing = false;
  #pushed = 0;
  #callbacks: { after: number; callback: () => void }[] = [];
  #onChange: (shown: WireEvent[]) => void;
  #isInstant: () => boolean;

  /** `onChange` is called after each change with the events that it completed. While `isInstant` returns true, nothing is played. */
  constructor(onChange: (shown: WireEvent[]) => void, isInstant: () => boolean) {
    this.#onChange = onChange;
    this.#isInstant = isInstant;
  }

  /** Whether events are being played or are waiting to be. */
  get busy(): boolean {
    return this.#playing || this.#waiting.length > 0;
  }

  push(position: Position, newEvents: WireEvent[], turnsBefore = 0): void {
    this.#pushed += 1;
    if (position.all) {
      this.#waiting = [];
      this.#playing = false;
      this.current = { position, newEvents: [], turnsBefore };
      this.log = [...position.events];
      this.forgotten = position.forgotten;
      this.#changed([]);
      return;
    }
    this.#waiting.push({ position, newEvents, turnsBefore });
    if (this.#isInstant() || this.#waiting.length > MAX_WAITING) this.skip();
    else if (!this.#playing) this.#next();
  }

  /** Calls back once everything that was pushed before has been shown. */
  whenShown(callback: () => void): void {
    this.#callbacks.push({ after: this.#pushed, callback });
    this.#callBack();
  }

  /** The table has played the current events: go on to the next position. */
  advance(): void {
    if (!this.#playing) return;
    this.#playing = false;
    const shown = this.current?.newEvents ?? [];
    if (this.current) this.#finish(this.current);
    this.#changed(shown);
    this.#next();
  }

  /** Goes straight to the latest position. */
  skip(): void {
    const updates = [...(this.#playing && this.current ? [this.current] : []), ...this.#waiting];
    this.#waiting = [];
    this.#playing = false;
    for (const update of updates) this.#finish(update);
    this.#changed(updates.flatMap(({ newEvents }) => newEvents));
  }

  /** The events have been played, or are skipped. */
  #finish({ position, newEvents, turnsBefore }: PositionUpdate): void {
    this.log = remembered([...this.log, ...newEvents], position);
    this.forgotten = position.forgotten;
    this.current = { position, newEvents: [], turnsBefore };
  }

  #next(): void {
    const update = this.#waiting.shift();
    if (!update) return;
    this.current = update;
    this.#playing = update.newEvents.length > 0;
    if (!this.#playing) this.#finish(update);
    this.#changed([]);
    if (!this.#playing) this.#next();
  }

  #changed(shown: WireEvent[]): void {
    this.#onChange(shown);
    this.#callBack();
  }

  #callBack(): void {
    const shown = this.#pushed - this.#waiting.length - (this.#playing ? 1 : 0);
    const due = this.#callbacks.filter(({ after }) => after <= shown);
    this.#callbacks = this.#callbacks.filter(({ after }) => after > shown);
    for (const { callback } of due) callback();
  }
}
