/** Plays the events of any game: their sentences appear one by one, then the new view. */
import type { View, WireEvent } from "../../protocol/messages";
import type { EventAnimator } from "../event-player.svelte";

export interface Display {
  view: View;
  /** The latest events that have a sentence, oldest first. */
  recent: WireEvent[];
}

const MAX_RECENT = 6;
const SENTENCE_TIME = 600; // milliseconds

function append(recent: WireEvent[], events: readonly WireEvent[]): WireEvent[] {
  const last = recent.at(-1)?.number ?? -1;
  const added = events.filter(({ number, sentence }) => sentence && number > last);
  return [...recent, ...added].slice(-MAX_RECENT);
}

export const animator: EventAnimator<Display> = {
  fromPosition({ view, events, all }, previous) {
    return { view, recent: append(all || !previous ? [] : previous.recent, events) };
  },
  afterEvent({ view, recent }, event) {
    return { view, recent: append(recent, [event]) };
  },
  timing({ sentence }) {
    return { flight: 0, rest: sentence ? SENTENCE_TIME : 0 };
  },
  isStep: ({ sentence }) => sentence !== null,
  turnTime: SENTENCE_TIME,
};
