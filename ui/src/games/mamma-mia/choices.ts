/** The legal actions of the Mamma Mia! games, sorted for hand and bar. */
import type { Choice } from "../../protocol/messages";

export interface Sorted {
  /** `place n kind`, by kind, in ascending numbers. */
  place: Record<string, Choice[]>;
  /** `order name`, by name. */
  order: Record<string, Choice>;
  /** `add kind`, by kind. */
  add: Record<string, Choice>;
  /** `draw pile`, by pile. */
  draw: Record<string, Choice>;
  /** All that has a button of its own, in the order of the rules. */
  direct: Direct[];
}

export interface Direct {
  choice: Choice;
  verb: string;
  /** Ingredients that it names. */
  kinds: string[];
}

const KINDS = new Set(["pineapple", "olive", "pepper", "mushroom", "salami", "shrimp"]);

export function sort(legal: readonly Choice[]): Sorted {
  const sorted: Sorted = { place: {}, order: {}, add: {}, draw: {}, direct: [] };
  for (const choice of legal) {
    const [verb = "", ...rest] = choice.action.split(" ");
    const last = rest.at(-1) ?? "";
    if (verb === "place") (sorted.place[last] ??= []).push(choice);
    else if (verb === "order") sorted.order[last] = choice;
    else {
      if (verb === "add") sorted.add[last] = choice;
      if (verb === "draw") sorted.draw[last] = choice;
      sorted.direct.push({ choice, verb, kinds: rest.filter((word) => KINDS.has(word)) });
    }
  }
  return sorted;
}

/** What is selected in the hand. */
export type Selection = { kind: string; n: number } | { order: string } | null;

/** After a tap on a kind: one card, one more each time, at last none. */
export function tapKind(sorted: Sorted, kind: string, selection: Selection): Selection {
  const most = sorted.place[kind]?.length ?? 0;
  const n = selection && "kind" in selection && selection.kind === kind ? selection.n + 1 : 1;
  return n <= most ? { kind, n } : null;
}

export const tapOrder = (sorted: Sorted, order: string, selection: Selection): Selection =>
  !(order in sorted.order) || (selection && "order" in selection && selection.order === order) ? null : { order };

/** The action that the selection stands for. */
export function chosen(sorted: Sorted, selection: Selection): Choice | null {
  if (!selection) return null;
  if ("order" in selection) return sorted.order[selection.order] ?? null;
  return sorted.place[selection.kind]?.[selection.n - 1] ?? null;
}
