/** Which events players announce, in a bubble at their seat. */
import type { MammaMiaEvent } from "../../protocol/messages";

/** The message key of what is said with an event. Its argument `cards` is where the cards are drawn. */
export const SAID: Partial<Record<MammaMiaEvent["name"], string>> = {
  placed: "table.say.placed",
  ordered: "table.say.order",
  pass: "table.say.nothing",
  "mamma-mia": "table.say.mamma-mia",
  ask: "table.say.ask",
  help: "table.say.help",
};

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
