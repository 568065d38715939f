/** What each seat did last, shown beside it. */

export interface Latest<E> {
  /** By seat: usually one event, several if they belong to the same turn. */
  bySeat: Readonly<Record<number, readonly E[]>>;
  /** The number of the last event that is part of it. */
  lastEvent: number;
}

export const NOTHING: Latest<never> = { bySeat: {}, lastEvent: -1 };

/** How a game's events count. */
export interface Speaking<E> {
  /** The seat that did something worth showing; null if nobody did. */
  speaker: (event: E) => number | null;
  /** Whether everything that was said before is over. */
  clears: (event: E, me: number | null) => boolean;
  /** Whether the event adds to what the same seat did just before. */
  adds: (event: E) => boolean;
}

export function latestAfter<E extends { number: number }>(
  latest: Latest<E>,
  event: E,
  me: number | null,
  { speaker, clears, adds }: Speaking<E>,
): Latest<E> {
  if (event.number <= latest.lastEvent) return latest;
  const seat = speaker(event);
  const before = clears(event, me) ? {} : latest.bySeat;
  const now = seat === null ? before : { ...before, [seat]: [...(adds(event) ? (before[seat] ?? []) : []), event] };
  return { bySeat: now, lastEvent: event.number };
}
