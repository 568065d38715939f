/** The legal actions of the Mamma Mia! games, sorted into those chosen in the hand and those with a button. */
import type { Choice } from "../../protocol/messages";

export interface SortedActions {
  /** `place n kind`, by kind, with n ascending. */
  place: Record<string, Choice[]>;
  /** `order name`, by name. */
  order: Record<string, Choice>;
  /** `add kind`, by kind. */
  add: Record<string, Choice>;
  /** `draw pile`, by pile. */
  draw: Record<string, Choice>;
  /** Actions that have a button each, in the order of the rules. */
  buttons: ButtonAction[];
}

export interface ButtonAction {
  choice: Choice;
  verb: string;
  /** The ingredients in the action's text. */
  kinds: string[];
}

/** Narrower tables are laid out for phones, in pixels. */
const PHONE = 700;
/** The widest bar. */
const BAR = 1080;
const KINDS = new Set(["pineapple", "olive", "pepper", "mushroom", "salami", "shrimp"]);

export function sortActions(legal: readonly Choice[]): SortedActions {
  const sorted: SortedActions = { place: {}, order: {}, add: {}, draw: {}, buttons: [] };
  for (const choice of legal) {
    const [verb = "", ...rest] = choice.action.split(" ");
    const last = rest.at(-1) ?? "";
    if (verb === "place") (sorted.place[last] ??= []).push(choice);
    else if (verb === "order") sorted.order[last] = choice;
    else {
      if (verb === "add") sorted.add[last] = choice;
      if (verb === "draw") sorted.draw[last] = choice;
      sorted.buttons.push({ choice, verb, kinds: rest.filter((word) => KINDS.has(word)) });
    }
  }
  return sorted;
}

/** The buttons in the bar, and those above it for which a bar of this width has no room. Refusing is always in the bar. */
export function splitButtons(
  buttons: readonly ButtonAction[],
  width: number,
): { inBar: ButtonAction[]; above: ButtonAction[] } {
  const sizes = buttons.map(({ choice, kinds }) => choice.label.length + 3 * kinds.length); // in characters
  // On a phone, buttons share a row and have two lines each. Otherwise they stand in one line beside the text.
  const fits =
    width < PHONE
      ? Math.max(0, ...sizes) * sizes.length <= 72
      : sizes.reduce((a, b) => a + b, 0) <= (Math.min(width, BAR) - 400) / 9;
  if (fits && sizes.length <= 3) return { inBar: [...buttons], above: [] };
  const refuses = ({ verb }: ButtonAction) => verb === "decline" || verb === "refuse";
  return { inBar: buttons.filter(refuses), above: buttons.filter((button) => !refuses(button)) };
}

/** The only possible answer to how many cards of a kind to ask for: nobody needs to be asked. */
export const forcedRequest = (legal: readonly Choice[]): Choice | null =>
  legal.length === 1 && legal[0]!.action.startsWith("request ") ? legal[0]! : null;

/** What is selected in the hand. */
export type Selection = { kind: string; n: number } | { order: string } | null;

/** The selection after a tap on a kind: one card, then one more each time, then none. */
export function tapKind(sorted: SortedActions, kind: string, selection: Selection): Selection {
  const most = sorted.place[kind]?.length ?? 0;
  const n = selection && "kind" in selection && selection.kind === kind ? selection.n + 1 : 1;
  return n <= most ? { kind, n } : null;
}

/** Whether another tap on the selected kind adds a card. */
export const hasMore = (sorted: SortedActions, selection: Selection): boolean =>
  selection !== null && "kind" in selection && tapKind(sorted, selection.kind, selection) !== null;

export const tapOrder = (sorted: SortedActions, order: string, selection: Selection): Selection =>
  !(order in sorted.order) || (selection && "order" in selection && selection.order === order) ? null : { order };

/** The action that the selection stands for. */
export function selectedAction(sorted: SortedActions, selection: Selection): Choice | null {
  if (!selection) return null;
  if ("order" in selection) return sorted.order[selection.order] ?? null;
  return sorted.place[selection.kind]?.[selection.n - 1] ?? null;
}
