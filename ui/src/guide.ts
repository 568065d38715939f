/** Which hint a decision deserves: the first time that a person meets it. */
import type { Position } from "./protocol/messages";

/** The decision that this position asks of its reader, as the guide names it; null if it asks nothing. */
export function decision({ view, legal }: Position): string | null {
  if (!legal.length) return null;
  if (view.game === "chefs-hat" && view.phase === "pizza" && view.pizza.number === null) {
    // Where just one number can start, the golden mozzarella's, the bar says so, and "any number will do" would be wrong.
    const numbers = new Set(legal.map(({ action }) => action.split("x")[0]));
    return numbers.size > 1 ? "guide.chefs-hat.start" : null;
  }
  return `guide.${view.game}.${view.phase}`;
}
