/**
 * Shows positions one at a time. Bots move faster than people can follow, so positions queue up here until the table
 * has played the events of the current one.
 */
import type { Position, WireEvent } from "./protocol/messages";

export interface PositionUpdate {
  position: Position;
  /** Events to play on the way to this position. */
  newEvents: WireEvent[];
}

/** A longer queue is skipped. */
const MAX_WAITING = 60;

export class PositionQueue {
  current: PositionUpdate | null = null;
  /** All events shown since the start of the game. */
  log: WireEvent[] = [];

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

  push(position: Position, newEvents: WireEvent[]): void {
    this.#pushed += 1;
    if (position.all) {
      this.#waiting = [];
      this.#playing = false;
      this.current = { position, newEvents: [] };
      this.log = [...position.events];
      this.#changed([]);
      return;
    }
    this.#waiting.push({ position, newEvents });
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
    this.log.push(...shown);
    if (this.current) this.current = { position: this.current.position, newEvents: [] };
    this.#changed(shown);
    this.#next();
  }

  /** Goes straight to the latest position. */
  skip(): void {
    const last = this.#waiting.at(-1);
    const shown = [
      ...(this.#playing ? (this.current?.newEvents ?? []) : []),
      ...this.#waiting.flatMap(({ newEvents }) => newEvents),
    ];
    this.#waiting = [];
    this.#playing = false;
    this.log.push(...shown);
    const position = last?.position ?? this.current?.position;
    if (position) this.current = { position, newEvents: [] };
    this.#changed(shown);
  }

  #next(): void {
    const update = this.#waiting.shift();
    if (!update) return;
    this.current = update;
    this.#playing = update.newEvents.length > 0;
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
