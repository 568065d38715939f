/** How a round of the Mamma Mia! games is told on their table: placing, drawing, and the show of taking pizzas out. */
import { count, plus, withAt, type Counts } from "../../lib/counted";
import type { MammaMiaPlusView, MammaMiaView, Order, Oven, OvenCard, WireEvent } from "../../protocol/messages";
import type { Telling } from "../show.svelte";

export type View = MammaMiaView | MammaMiaPlusView;

/** What became of an order that came out of the oven. */
export interface Taking {
  order: Order;
  baked: boolean;
  helper: number | null;
}

export interface RoundEnd {
  by: number;
  oven: Counts;
  used: Counts;
}

export interface Shown {
  seat: number | null;
  view: View;
  /** Pizzas are being taken out. */
  taking: boolean;
  /** The orders of this taking out so far. */
  takings: Taking[];
  /** The order that lies open has just been decided. */
  verdict: "baked" | "failed" | null;
  end: RoundEnd | null;
}

const DECIDING = new Set(["choose", "add", "request", "help"]);

export const telling: Telling<Shown> = {
  drawn(position, before) {
    const view = position.view as View;
    return {
      seat: position.seat,
      view,
      taking: DECIDING.has(view.phase),
      takings: DECIDING.has(view.phase) ? (before?.takings ?? []) : [],
      verdict: null,
      end: null,
    };
  },

  after(shown, event, to) {
    const view = changed(shown.view, event, shown.seat, to.view as View);
    switch (event.name) {
      case "takes-out":
        return { ...shown, view, taking: true, takings: [] };
      case "revealed":
        return { ...shown, view, verdict: null };
      case "bake":
        return { ...shown, view, verdict: "baked", takings: [...shown.takings, ...taken(shown, event)] };
      case "fail":
        return { ...shown, view, verdict: "failed", takings: [...shown.takings, ...taken(shown, event)] };
      case "left":
        return { ...shown, view, verdict: null };
      case "round":
        return { ...shown, view, end: event.data as unknown as RoundEnd };
      case "begins":
        return { ...shown, view, taking: false, takings: [], end: null };
    }
    return { ...shown, view };
  },

  time(event) {
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

function taken({ view }: Shown, event: WireEvent): Taking[] {
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

/** An order that all see, though the view of the position before did not have it. */
function found(name: string, seat: number, ...views: View[]): Order {
  const seen = views.flatMap((view) => [
    ...(view.orders ?? []),
    ...(view.oven.top?.order ? [view.oven.top.order] : []),
  ]);
  const blank = { name, seat, form: "", needs: {}, kinds: 0, cards: 0, of: [], crossed: null };
  return seen.find((order) => order.name === name && order.seat === seat) ?? blank;
}

function changed(view: View, event: WireEvent, me: number | null, to: View): View {
  const data = event.data as unknown as Data;
  const mine = data.seat === me;
  switch (event.name) {
    case "begins":
      return {
        ...view,
        round: data.round,
        phase: "place",
        supply: to.supply,
        oven: to.oven,
        pool: {},
        used: {},
        holder: null,
      };
    case "placed":
      return {
        ...holding(view, data.seat, -data.n, 0),
        actor: data.seat,
        said: { seat: data.seat, kind: data.kind, n: data.n },
        oven: filled(view.oven, data.n, { kind: data.kind, order: null }),
        hand: mine && view.hand ? plus(view.hand, { [data.kind]: data.n }, -1) : view.hand,
      };
    case "ordered":
      return {
        ...holding(view, data.seat, 0, -1),
        oven: filled(view.oven, 1, { kind: null, order: found(data.order, data.seat, view, to) }),
        orders: mine ? (view.orders?.filter(({ name }) => name !== data.order) ?? null) : view.orders,
      };
    case "draw":
      return data.pile === "supply"
        ? { ...holding(view, data.seat, data.n, 0), supply: Math.max(0, view.supply - data.n) }
        : {
            ...holding(view, data.seat, 0, data.n),
            waiters: withAt(view.waiters, data.seat, Math.max(0, (view.waiters[data.seat] ?? 0) - data.n)),
          };
    case "drew":
      return data.pile === "supply"
        ? { ...view, hand: plus(view.hand ?? {}, count(data.cards)) }
        : { ...view, orders: [...(view.orders ?? []), ...data.cards.map((name) => found(name, data.seat, to))] };
    case "round":
      return { ...view, oven: to.oven, pool: {} };
    case "mamma-mia":
      return { ...view, holder: data.seat };
    case "pass":
      return { ...view, actor: data.seat };
  }
  return takingOut(view, event.name, data, me);
}

function takingOut(view: View, name: string, data: Data, me: number | null): View {
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
        ...holding(view, data.seat, -given, 0),
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
      const cards = data.cards as unknown as Counts;
      return { ...view, actor: null, request: { seat: data.seat, kinds: [], cards, asking: null, helper: null } };
    }
  }
  return view;
}

const filled = ({ cards, contents }: Oven, n: number, card: OvenCard): Oven => ({
  cards: cards + n,
  top: card,
  contents: contents && [...contents, ...Array<OvenCard>(n).fill(card)],
});

function holding(view: View, seat: number, ingredients: number, orders: number): View {
  const now = view.held[seat] ?? { ingredients: 0, orders: 0 };
  const held = { ingredients: now.ingredients + ingredients, orders: now.orders + orders };
  return { ...view, held: withAt(view.held, seat, held) };
}
