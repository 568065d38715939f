/** Flights and sounds of the Mamma Mia! games. */
import { INGREDIENTS } from "../../lib/colours";
import type { Flight } from "../../lib/flights.svelte";
import type { Look } from "../../lib/look";
import type { Sound } from "../../lib/sounds";
import type { WireEvent } from "../../protocol/messages";
import type { View } from "./animator";

type Data = {
  seat: number;
  kind: string;
  n: number;
  pile: "supply" | "waiter";
  cards: string[];
  helper: number | null;
};

export function flights(event: WireEvent, view: View, me: number | null): Flight[] {
  const { seat, kind, n, pile, cards, helper } = event.data as unknown as Data;
  const order = (owner: number): Look => ({ back: "waiter", colour: colourOf(view, owner) });
  switch (event.name) {
    case "placed":
      return times(n, { from: `seat-${seat}`, to: "oven", look: { ingredient: kind } });
    case "ordered":
      return [{ from: `seat-${seat}`, to: "oven", look: order(seat) }];
    case "draw": // "drew" shows the own cards, face up
      return seat === me ? [] : times(n, fromPile(pile, seat, pile === "supply" ? { back: "supply" } : order(seat)));
    case "drew":
      return cards.map((card) => fromPile(pile, seat, pile === "supply" ? { ingredient: card } : order(seat)));
    case "mamma-mia":
      return [{ from: "supply", to: `seat-${seat}`, look: { drawing: "mamma-mia" } }];
    case "laid":
      return [{ from: "oven", to: `pool-${kind}`, look: { ingredient: kind } }];
    case "revealed":
      return [{ from: "oven", to: "reveal", look: order(seat) }];
    case "help":
      return helper === null ? [] : [{ from: `seat-${helper}`, to: "reveal", look: { back: "supply" } }];
  }
  return [];
}

export const colourOf = (view: View, seat: number): string | undefined => INGREDIENTS[view.personal[seat] ?? ""]?.ink;

const times = (n: number, flight: Flight): Flight[] => Array<Flight>(n).fill(flight);

const fromPile = (pile: "supply" | "waiter", seat: number, look: Look): Flight => ({
  from: pile === "supply" ? "supply" : `waiter-${seat}`,
  to: `seat-${seat}`,
  look,
});

const SOUNDS: Record<string, Sound> = {
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

export const sound = (event: WireEvent): Sound | null => SOUNDS[event.name] ?? null;
