/** Cards by kind. */
export type Counts = Record<string, number>;

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Counts with `more` added (or, with `sign` -1, taken away); kinds of which there are none are left out. */
export function plus(counts: Counts, more: Counts, sign: 1 | -1 = 1): Counts {
  const sum: Counts = { ...counts };
  for (const [kind, n] of Object.entries(more)) sum[kind] = (sum[kind] ?? 0) + sign * n;
  return Object.fromEntries(Object.entries(sum).filter(([, n]) => n > 0));
}

/** A list of names as counts, in the order in which they appear first. */
export function count(names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A list without one of each of the given names. */
export function without(names: readonly string[], gone: readonly string[]): string[] {
  const left = [...names];
  for (const name of gone) {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The same value in a list, but for one place. */
export const withAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, k) => (k === at ? value : old));
