/** What is said aloud at the table, as seen above a seat. */
import type { WireEvent } from "../../protocol/messages";

const ALOUD = new Set(["placed", "ordered", "pass", "mamma-mia", "ask", "help"]);

/** Who speaks while an event is told; null if nobody does. */
export function speaker(event: WireEvent | null): number | null {
  if (!event || !ALOUD.has(event.name)) return null;
  return (event.name === "help" ? event.data.helper : event.data.seat) as number | null;
}
