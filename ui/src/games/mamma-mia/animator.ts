/** How the events of the Mamma Mia! games change their table: placing, drawing, and taking pizzas out. */
import { count, plus, withAt, type Counts } from "../../lib/counts";
import type { MammaMiaPlusView, MammaMiaView, Order, Oven, OvenCard, WireEvent } from "../../protocol/messages";
import type { EventAnimator } from "../event-player.svelte";

export type View = MammaMiaView | MammaMiaPlusView;

/** What became of an order that came out of the oven. */
export interface OrderOutcome {
  order: Order;
  baked: boolean;
  helper: number | null;
}

export interface RoundEnd {
  by: number;
  oven: Counts;
  used: Counts;
}

export interface Display {
  seat: number | null;
  view: View;
  /** Pizzas are being taken out of the oven. */
  takingOut: boolean;
  /** The orders of this round that have come out so far. */
  outcomes: OrderOutcome[];
  /** Set as soon as the revealed order is decided. */
  verdict: "baked" | "failed" | null;
  /** Set while the summary of a round is shown. */
  end: RoundEnd | null;
}

/** Phases in which a revealed order is decided. */
const DECIDING = new Set(["choose", "add", "request", "help"]);

export const animator: EventAnimator<Display> = {
  fromPosition(position, previous) {
    const view = position.view as View;
    return {
      seat: position.seat,
      view,
      takingOut: DECIDING.has(view.phase),
      outcomes: DECIDING.has(view.phase) ? (previous?.outcomes ?? []) : [],
      verdict: null,
      end: null,
    };
  },

  afterEvent(display, event, target) {
    const view = viewAfter(display.view, event, display.seat, target.view as View);
    switch (event.name) {
      case "takes-out":
        return { ...display, view, takingOut: true, outcomes: [] };
      case "revealed":
        return { ...display, view, verdict: null };
      case "bake":
        return { ...display, view, verdict: "baked", outcomes: [...display.outcomes, ...outcomeOf(display, event)] };
      case "fail":
        return { ...display, view, verdict: "failed", outcomes: [...display.outcomes, ...outcomeOf(display, event)] };
      case "left":
        return { ...display, view, verdict: null };
      case "round":
        return { ...display, view, end: event.data as unknown as RoundEnd };
      case "begins":
        return { ...display, view, takingOut: false, outcomes: [], end: null };
    }
    return { ...display, view };
  },

  timing(event) {
    return TIMES[event.name] ?? { flight: 0, rest: 0 };
  },
};

const TIMES: Record<string, { flight: number; rest: number }> = {
  begins: { flight: 0, rest: 400 },
  placed: { flight: 450, rest: 450 },
  ordered: { flight: 450, rest: 450 },
  draw: { flight: 380, rest: 180 },
  drew: { flight: 420, rest: 200 },
  "mamma-mia": { flight: 500, rest: 900 },
  pass: { flight: 0, rest: 700 },
  "takes-out": { flight: 0, rest: 900 },
  laid: { flight: 200, rest: 60 },
  revealed: { flight: 350, rest: 1100 },
  bake: { flight: 0, rest: 1300 },
  fail: { flight: 0, rest: 1000 },
  left: { flight: 0, rest: 200 },
  ask: { flight: 0, rest: 1500 },
  help: { flight: 300, rest: 1100 },
};

/** At most one. */
function outcomeOf({ view }: Display, event: WireEvent): OrderOutcome[] {
  if (!view.reveal) return [];
  const helper = (event.data.helper ?? null) as number | null;
  return [{ order: view.reveal.order, baked: event.name === "bake", helper }];
}

type Data = {
  seat: number;
  kind: string;
  n: number;
  order: string;
  pile: "supply" | "waiter";
  cards: string[];
  round: number;
  table: Counts;
  takes: Omit<Order, "name" | "seat">;
  from_hand: Counts;
  helper: number | null;
};

/** An order by its name, from the views that show it. */
function findOrder(name: string, seat: number, ...views: View[]): Order {
  const visible = views.flatMap((view) => [
    ...(view.orders ?? []),
    ...(view.oven.top?.order ? [view.oven.top.order] : []),
  ]);
  const blank = { name, seat, form: "", needs: {}, kinds: 0, cards: 0, of: [], crossed: null };
  return visible.find((order) => order.name === name && order.seat === seat) ?? blank;
}

function viewAfter(view: View, event: WireEvent, me: number | null, target: View): View {
  const data = event.data as unknown as Data;
  const mine = data.seat === me;
  switch (event.name) {
    case "begins":
      return {
        ...view,
        round: data.round,
        phase: "place",
        supply: target.supply,
        oven: target.oven,
        pool: {},
        used: {},
        holder: null,
      };
    case "placed":
      return {
        ...withHeld(view, data.seat, -data.n, 0),
        actor: data.seat,
        said: { seat: data.seat, kind: data.kind, n: data.n },
        oven: addToOven(view.oven, data.n, { kind: data.kind, order: null }),
        hand: mine && view.hand ? plus(view.hand, { [data.kind]: data.n }, -1) : view.hand,
      };
    case "ordered":
      return {
        ...withHeld(view, data.seat, 0, -1),
        oven: addToOven(view.oven, 1, { kind: null, order: findOrder(data.order, data.seat, view, target) }),
        orders: mine ? (view.orders?.filter(({ name }) => name !== data.order) ?? null) : view.orders,
      };
    case "draw":
      return data.pile === "supply"
        ? { ...withHeld(view, data.seat, data.n, 0), supply: Math.max(0, view.supply - data.n) }
        : {
            ...withHeld(view, data.seat, 0, data.n),
            waiters: withAt(view.waiters, data.seat, Math.max(0, (view.waiters[data.seat] ?? 0) - data.n)),
          };
    case "drew":
      return data.pile === "supply"
        ? { ...view, hand: plus(view.hand ?? {}, count(data.cards)) }
        : {
            ...view,
            orders: [...(view.orders ?? []), ...data.cards.map((name) => findOrder(name, data.seat, target))],
          };
    case "round":
      return { ...view, oven: target.oven, pool: {} };
    case "mamma-mia":
      return { ...view, holder: data.seat };
    case "pass":
      return { ...view, actor: data.seat };
  }
  return viewAfterTakingOut(view, event.name, data, me);
}

/** The events while pizzas are taken out. */
function viewAfterTakingOut(view: View, name: string, data: Data, me: number | null): View {
  const { cards, contents } = view.oven;
  const oven = { cards: Math.max(0, cards - 1), top: null, contents: contents?.slice(1) ?? null };
  switch (name) {
    case "takes-out":
      return { ...view, actor: null, holder: data.seat, pool: {}, said: null, oven: { ...view.oven, top: null } };
    case "laid":
      return { ...view, oven, pool: { ...view.pool, [data.kind]: data.n } };
    case "revealed": {
      const order = { name: data.order, seat: data.seat, ...data.takes };
      return {
        ...view,
        oven,
        actor: null,
        pool: data.table,
        reveal: { order, lacking: {}, short: 0, added: {}, missing: 0 },
      };
    }
    case "bake": {
      const { n, orders } = view.delivered[data.seat] ?? { n: null, orders: [] };
      const more = n === null || !view.reveal ? { n, orders } : { n: n + 1, orders: [...orders, view.reveal.order] };
      const given = Object.values(data.from_hand).reduce((sum, k) => sum + k, 0);
      return {
        ...withHeld(view, data.seat, -given, 0),
        hand: data.seat === me && view.hand ? plus(view.hand, data.from_hand, -1) : view.hand,
        delivered: withAt(view.delivered, data.seat, more),
        request: null,
      };
    }
    case "fail":
      return { ...view, waiters: withAt(view.waiters, data.seat, (view.waiters[data.seat] ?? 0) + 1), request: null };
    case "left":
      return { ...view, pool: data.table, reveal: null };
    case "ask": {
      const request = {
        seat: data.seat,
        kinds: [],
        cards: data.cards as unknown as Counts,
        asking: null,
        helper: null,
      };
      return { ...view, actor: null, request };
    }
  }
  return view;
}

const addToOven = ({ cards, contents }: Oven, n: number, card: OvenCard): Oven => ({
  cards: cards + n,
  top: card,
  contents: contents && [...contents, ...Array<OvenCard>(n).fill(card)],
});

/** The view with so many more cards in a seat's hand. */
function withHeld(view: View, seat: number, ingredients: number, orders: number): View {
  const now = view.held[seat] ?? { ingredients: 0, orders: 0 };
  const held = { ingredients: now.ingredients + ingredients, orders: now.orders + orders };
  return { ...view, held: withAt(view.held, seat, held) };
}
