/** Plays the events of any game: their sentences appear one by one, then the new view. */
import type { View, WireEvent } from "../../protocol/messages";
import type { EventAnimator } from "../event-player.svelte";

export interface Display {
  view: View;
  /** The latest events that have a sentence, oldest first. */
  recent: WireEvent[];
}

const MAX_RECENT = 6;

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
    return { flight: 0, rest: sentence ? 600 : 0 };
  },
  isStep: ({ sentence }) => sentence !== null,
};
