/** The number of cards of each kind. */
export type Counts = Record<string, number>;

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Adds counts, or subtracts them with `sign` -1. Kinds with no cards left are omitted. */
export function plus(counts: Counts, more: Counts, sign: 1 | -1 = 1): Counts {
  const sum: Counts = { ...counts };
  for (const [kind, n] of Object.entries(more)) sum[kind] = (sum[kind] ?? 0) + sign * n;
  return Object.fromEntries(Object.entries(sum).filter(([, n]) => n > 0));
}

/** Counts names, in the order of their first appearance. */
export function count(names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A copy of the list from which one occurrence of each of the given names is removed. */
export function without(names: readonly string[], removed: readonly string[]): string[] {
  const left = [...names];
  for (const name of removed) {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Like `Array.with`, but ignores an index outside the list. */
export const withAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, k) => (k === at ? value : old));
