/** The emotes that are shown at a table. Each disappears after a moment, or when its seat shows another one. */
import type { Emoted } from "./protocol/messages";

export type EmoteName = Emoted["emote"];
export const EMOTES: readonly EmoteName[] = ["hello", "bravo", "laugh", "wow", "tears", "grumble"];

export interface ShownEmote {
  id: number;
  seat: number;
  emote: EmoteName;
}

const DURATION = 3000;
/** The server takes one in two seconds. */
const PAUSE = 2000;

export class Emotes {
  shown: ShownEmote[] = $state([]);
  /** Whether the reader can show one. */
  ready = $state(true);
  #lastId = 0;
  #send: (emote: EmoteName) => void;

  constructor(send: (emote: EmoteName) => void) {
    this.#send = send;
  }

  send(emote: EmoteName): void {
    if (!this.ready) return;
    this.ready = false;
    setTimeout(() => (this.ready = true), PAUSE);
    this.#send(emote);
  }

  show({ seat, emote }: Pick<Emoted, "seat" | "emote">): void {
    const id = ++this.#lastId;
    this.shown = [...this.shown.filter((other) => other.seat !== seat), { id, seat, emote }];
    setTimeout(() => (this.shown = this.shown.filter((other) => other.id !== id)), DURATION);
  }
}
