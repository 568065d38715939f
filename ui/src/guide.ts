/** Hints for a person's first game. */
import type { Position } from "./protocol/messages";

/** The message key of the hint for the decision at hand; null if there is nothing to decide. The message need not exist. */
export function hintKey({ view, legal }: Position): string | null {
  if (!legal.length) return null;
  if (view.game === "chefs-hat" && view.phase === "pizza" && view.pizza.number === null) {
    // If only the golden mozzarella can start, the hint "any number will do" would be wrong.
    const numbers = new Set(legal.map(({ action }) => action.split("x")[0]));
    return numbers.size > 1 ? "guide.chefs-hat.start" : null;
  }
  const key = `guide.${view.game}.${view.phase}`;
  return "memory_aid" in view && view.memory_aid && view.phase === "place" ? `${key}.aid` : key;
}
