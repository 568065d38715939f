/** Which hint a decision deserves: the first time that a person meets it. */
import type { Position } from "./protocol/messages";

/** The decision that this position asks of its reader, as the guide names it; null if it asks nothing. */
export function decision({ view, legal }: Position): string | null {
  if (!legal.length) return null;
  if (view.game === "chefs-hat" && view.phase === "pizza" && view.pizza.number === null) return "guide.chefs-hat.start";
  return `guide.${view.game}.${view.phase}`;
}
