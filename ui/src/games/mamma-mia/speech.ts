/** Which events players announce, in a bubble at their seat. */
import type { WireEvent } from "../../protocol/messages";

const ANNOUNCED = new Set(["placed", "ordered", "pass", "mamma-mia", "ask", "help"]);

/** The seat that announces an event; null if nobody does. */
export function speaker(event: WireEvent | null): number | null {
  if (!event || !ANNOUNCED.has(event.name)) return null;
  return (event.name === "help" ? event.data.helper : event.data.seat) as number | null;
}
