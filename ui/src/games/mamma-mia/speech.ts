/** Which events players announce, in a bubble at their seat. */
import type { MammaMiaEvent } from "../../protocol/messages";

/** The seat that announces an event; null if nobody does. */
export function speaker(event: MammaMiaEvent | null): number | null {
  switch (event?.name) {
    case "placed":
    case "ordered":
    case "pass":
    case "mamma-mia":
    case "ask":
      return event.data.seat;
    case "help":
      return event.data.helper;
  }
  return null;
}
