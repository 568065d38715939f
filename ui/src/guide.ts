/** Which hint a decision deserves: the first time that a person meets it. */
import type { Position } from "./protocol/messages";

/** The decision that this position asks of its reader, as the guide names it; null if it asks nothing. */
export function decision({ view, legal }: Position): string | null {
  if (!legal.length) return null;
  return `guide.${view.game}.${view.phase}`;
}
