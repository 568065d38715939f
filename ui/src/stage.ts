/**
 * What is shown, and when. Positions arrive as fast as bots move; people want to see one after the other. The stage hands over
 * one at a time and waits until the table has shown it.
 */
import type { Position, WireEvent } from "./protocol/messages";

export interface Scene {
  position: Position;
  /** To be played on the way to this position. */
  fresh: WireEvent[];
}

/** Who falls further behind than this is taken to the present. */
const PATIENCE = 60;

export class Stage {
  scene: Scene | null = null;
  /** All that has been shown, from the beginning of the game. */
  log: WireEvent[] = [];

  #waiting: Scene[] = [];
  #playing = false;
  #changed: (said: WireEvent[]) => void;
  #instant: () => boolean;

  /** `changed` is called after each change, with what has been shown by it; `instant` says whether nobody wants to wait. */
  constructor(changed: (said: WireEvent[]) => void, instant: () => boolean) {
    this.#changed = changed;
    this.#instant = instant;
  }

  /** Something is being shown, or waits to be. */
  get busy(): boolean {
    return this.#playing || this.#waiting.length > 0;
  }

  push(position: Position, fresh: WireEvent[]): void {
    if (position.all) {
      this.#waiting = [];
      this.#playing = false;
      this.scene = { position, fresh: [] };
      this.log = [...position.events];
      this.#changed([]);
      return;
    }
    this.#waiting.push({ position, fresh });
    if (this.#instant() || this.#waiting.length > PATIENCE) this.skip();
    else if (!this.#playing) this.#next();
  }

  /** The table has shown what was fresh. */
  done(): void {
    if (!this.#playing) return;
    this.#playing = false;
    const said = this.scene?.fresh ?? [];
    this.log.push(...said);
    if (this.scene) this.scene = { position: this.scene.position, fresh: [] };
    this.#changed(said);
    this.#next();
  }

  /** To the present, at once. */
  skip(): void {
    const last = this.#waiting.at(-1);
    const said = [...(this.#playing ? (this.scene?.fresh ?? []) : []), ...this.#waiting.flatMap(({ fresh }) => fresh)];
    this.#waiting = [];
    this.#playing = false;
    this.log.push(...said);
    const position = last?.position ?? this.scene?.position;
    if (position) this.scene = { position, fresh: [] };
    this.#changed(said);
  }

  #next(): void {
    const scene = this.#waiting.shift();
    if (!scene) return;
    this.scene = scene;
    this.#playing = scene.fresh.length > 0;
    this.#changed([]);
    if (!this.#playing) this.#next();
  }
}
