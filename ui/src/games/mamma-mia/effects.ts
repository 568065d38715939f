/** Flights and sounds of the Mamma Mia! games. */
import { INGREDIENTS } from "../../lib/colours";
import type { Flight } from "../../lib/flights.svelte";
import type { Look } from "../../lib/look";
import type { Sound } from "../../lib/sounds";
import type { MammaMiaDraw, MammaMiaEvent } from "../../protocol/messages";
import type { View } from "./animator";

export function flights(event: MammaMiaEvent, view: View, me: number | null): Flight[] {
  const order = (owner: number): Look => ({ back: "waiter", colour: colourOf(view, owner) });
  switch (event.name) {
    case "placed": {
      const { seat, kind, n } = event.data;
      return times(n, { from: `seat-${seat}`, to: "oven", look: { ingredient: kind } });
    }
    case "ordered":
      return [{ from: `seat-${event.data.seat}`, to: "oven", look: order(event.data.seat) }];
    case "draw": {
      const { seat, pile, n } = event.data;
      if (seat === me) return []; // "drew" shows the own cards, face up
      return times(n, fromPile(pile, seat, pile === "supply" ? { back: "supply" } : order(seat)));
    }
    case "drew": {
      const { seat, pile, cards } = event.data;
      return cards.map((card) => fromPile(pile, seat, pile === "supply" ? { ingredient: card } : order(seat)));
    }
    case "mamma-mia":
      return [{ from: "supply", to: `seat-${event.data.seat}`, look: { drawing: "mamma-mia" } }];
    case "laid":
      return [{ from: "oven", to: `pool-${event.data.kind}`, look: { ingredient: event.data.kind } }];
    case "revealed":
      return [{ from: "oven", to: "reveal", look: order(event.data.seat) }];
    case "help": {
      const { helper } = event.data;
      return helper === null ? [] : [{ from: `seat-${helper}`, to: "reveal", look: { back: "supply" } }];
    }
  }
  return [];
}

export const colourOf = (view: View, seat: number): string | undefined => INGREDIENTS[view.personal[seat] ?? ""]?.ink;

const times = (n: number, flight: Flight): Flight[] => Array<Flight>(n).fill(flight);

const fromPile = (pile: MammaMiaDraw["pile"], seat: number, look: Look): Flight => ({
  from: pile === "supply" ? "supply" : `waiter-${seat}`,
  to: `seat-${seat}`,
  look,
});

const SOUNDS: Partial<Record<MammaMiaEvent["name"], Sound>> = {
  placed: "card",
  ordered: "card",
  laid: "card",
  draw: "pass",
  "mamma-mia": "fanfare",
  "takes-out": "thud",
  bake: "bell",
  fail: "thud",
  ask: "turn",
};

export const sound = (event: MammaMiaEvent): Sound | null => SOUNDS[event.name] ?? null;
