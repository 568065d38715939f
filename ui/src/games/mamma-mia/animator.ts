/** How the events of the Mamma Mia! games change their table: placing, drawing, and taking pizzas out. */
import { count, plus, total, withAt } from "../../lib/counts";
import type { MammaMiaEvent, MammaMiaRound, Order, Oven, OvenCard } from "../../protocol/messages";
import type { EventAnimator } from "../event-player.svelte";
import type { PositionOf } from "../game-types";
import { latestAfter, NOTHING, type Latest, type Speaking } from "../latest";
import { speaker } from "./speech";

type Position = PositionOf<"mamma-mia" | "mamma-mia-plus">;
export type View = Position["view"];

/** What became of an order that came out of the oven. */
export interface OrderOutcome {
  order: Order;
  baked: boolean;
  helper: number | null;
}

export interface Display {
  seat: number | null;
  view: View;
  /** Pizzas are being taken out of the oven. */
  takingOut: boolean;
  /** The orders of this round that have come out so far. */
  outcomes: OrderOutcome[];
  /** The cards in the oven when it was opened; 0 if unknown. */
  ovenSize: number;
  /** The latest sentence about what came out. */
  sentence: string;
  /** Set as soon as the revealed order is decided. */
  verdict: "baked" | "failed" | null;
  /** Set while the summary of a round is shown. */
  end: MammaMiaRound | null;
  latest: Latest<MammaMiaEvent>;
}

/** Announcements have to be remembered: those before the reader's own are not shown. */
export const SPEAKING: Speaking<MammaMiaEvent> = {
  speaker,
  clears: (event, me) =>
    ["begins", "takes-out", "round"].includes(event.name) || (me !== null && speaker(event) === me),
  adds: ({ name }) => name === "ordered" || name === "mamma-mia",
};

/** Phases in which a revealed order is decided. */
const DECIDING = new Set(["choose", "add", "request", "help"]);

export const animator: EventAnimator<Display, Position> = {
  fromPosition(position, previous) {
    const { view } = position;
    const takingOut = DECIDING.has(view.phase);
    return {
      seat: position.seat,
      view,
      takingOut,
      outcomes: takingOut ? (previous?.outcomes ?? []) : [],
      ovenSize: takingOut ? (previous?.ovenSize ?? 0) : 0,
      sentence: "",
      verdict: null,
      end: null,
      latest: position.events.reduce(
        (latest, event) => latestAfter(latest, event, position.seat, SPEAKING),
        position.all || !previous ? NOTHING : previous.latest,
      ),
    };
  },

  afterEvent(before, event, target) {
    const display = {
      ...before,
      latest: latestAfter(before.latest, event, before.seat, SPEAKING),
      sentence: event.sentence ?? before.sentence,
    };
    const view = viewAfter(display.view, event, display.seat, target.view);
    switch (event.name) {
      case "takes-out":
        return { ...display, view, takingOut: true, outcomes: [], ovenSize: view.oven.cards };
      case "revealed":
        return { ...display, view, verdict: null };
      case "bake":
        return { ...display, view, verdict: "baked", outcomes: outcomesAfter(display, true, event.data.helper) };
      case "fail":
        return { ...display, view, verdict: "failed", outcomes: outcomesAfter(display, false, null) };
      case "left":
        return { ...display, view, verdict: null };
      case "round":
        return { ...display, view, end: event.data };
      case "begins":
        return { ...display, view, takingOut: false, outcomes: [], end: null };
    }
    return { ...display, view };
  },

  timing(event, { seat: me, takingOut, ovenSize }) {
    const { flight, rest } = TIMES[event.name] ?? { flight: 0, rest: 0 };
    const scale = takingOut && ovenSize ? Math.min(MAX_SCALE, USUAL_OVEN / ovenSize) : 1;
    return { flight: flight * scale, rest: rest * scale * attention(event, me) };
  },

  isStep: ({ name }) => !["laid", "bake", "fail", "left"].includes(name),
  turnTime: 2360, // placed, ordered, draw
};

/** While pizzas are taken out, ingredients stream and orders take most of the time. */
const TIMES: Partial<Record<MammaMiaEvent["name"], { flight: number; rest: number }>> = {
  begins: { flight: 0, rest: 400 },
  placed: { flight: 450, rest: 450 },
  ordered: { flight: 450, rest: 450 },
  draw: { flight: 380, rest: 180 },
  drew: { flight: 420, rest: 200 },
  "mamma-mia": { flight: 500, rest: 900 },
  pass: { flight: 0, rest: 700 },
  "takes-out": { flight: 0, rest: 700 },
  laid: { flight: 70, rest: 0 },
  revealed: { flight: 150, rest: 300 },
  bake: { flight: 0, rest: 350 },
  fail: { flight: 0, rest: 250 },
  left: { flight: 0, rest: 30 },
  ask: { flight: 0, rest: 350 },
  help: { flight: 200, rest: 150 },
};

/** A full oven takes about half a minute, whatever its size: with this many cards, events take the times above. */
const USUAL_OVEN = 56;
const MAX_SCALE = 1.4;

/** How much longer than usual an event is shown: the reader's own orders, and those that somebody completed from their hand. */
function attention(event: MammaMiaEvent, me: number | null): number {
  switch (event.name) {
    case "revealed":
      return event.data.seat === me ? 2.2 : 1;
    case "bake": {
      const fromHand = total(event.data.from_hand) > 0 || event.data.helper !== null;
      return (event.data.seat === me ? 2.5 : 1) * (fromHand ? 2 : 1);
    }
    case "fail":
      return event.data.seat === me ? 3 : 1;
  }
  return 1;
}

/** The outcomes once the revealed order is decided. */
function outcomesAfter({ view, outcomes }: Display, baked: boolean, helper: number | null): OrderOutcome[] {
  return view.reveal ? [...outcomes, { order: view.reveal.order, baked, helper }] : outcomes;
}

/** An order by its name, from the views that show it. */
function findOrder(name: string, seat: number, ...views: View[]): Order {
  const visible = views.flatMap((view) => [
    ...(view.orders ?? []),
    ...(view.oven.top?.order ? [view.oven.top.order] : []),
  ]);
  const blank = { name, seat, form: "", needs: {}, kinds: 0, cards: 0, of: [], crossed: null };
  return visible.find((order) => order.name === name && order.seat === seat) ?? blank;
}

function viewAfter(view: View, event: MammaMiaEvent, me: number | null, target: View): View {
  switch (event.name) {
    case "begins":
      return {
        ...view,
        round: event.data.round,
        phase: "place",
        supply: target.supply,
        oven: target.oven,
        pool: {},
        used: {},
        holder: null,
      };
    case "placed": {
      const { seat, kind, n } = event.data;
      return {
        ...withHeld(view, seat, -n, 0),
        actor: seat,
        said: { seat, kind, n },
        oven: addToOven(view.oven, n, { kind, order: null }),
        hand: seat === me && view.hand ? plus(view.hand, { [kind]: n }, -1) : view.hand,
      };
    }
    case "ordered": {
      const { seat, order } = event.data;
      return {
        ...withHeld(view, seat, 0, -1),
        oven: addToOven(view.oven, 1, { kind: null, order: findOrder(order, seat, view, target) }),
        orders: seat === me ? (view.orders?.filter(({ name }) => name !== order) ?? null) : view.orders,
      };
    }
    case "draw": {
      const { seat, pile, n } = event.data;
      if (pile === "supply") return { ...withHeld(view, seat, n, 0), supply: Math.max(0, view.supply - n) };
      const waiters = withAt(view.waiters, seat, Math.max(0, (view.waiters[seat] ?? 0) - n));
      return { ...withHeld(view, seat, 0, n), waiters };
    }
    case "drew": {
      const { seat, pile, cards } = event.data;
      if (pile === "supply") return { ...view, hand: plus(view.hand ?? {}, count(cards)) };
      return { ...view, orders: [...(view.orders ?? []), ...cards.map((name) => findOrder(name, seat, target))] };
    }
    case "round":
      return { ...view, oven: target.oven, pool: {} };
    case "mamma-mia":
      return { ...view, holder: event.data.seat };
    case "pass":
      return { ...view, actor: event.data.seat };
  }
  return viewAfterTakingOut(view, event, me);
}

/** The events while pizzas are taken out. */
function viewAfterTakingOut(view: View, event: MammaMiaEvent, me: number | null): View {
  const { cards, contents } = view.oven;
  const oven = { cards: Math.max(0, cards - 1), top: null, contents: contents?.slice(1) ?? null };
  switch (event.name) {
    case "takes-out":
      return { ...view, actor: null, holder: event.data.seat, pool: {}, said: null, oven: { ...view.oven, top: null } };
    case "laid":
      return { ...view, oven, pool: { ...view.pool, [event.data.kind]: event.data.n } };
    case "revealed": {
      const { seat, order: name, takes, table } = event.data;
      const reveal = { order: { name, seat, ...takes }, lacking: {}, short: 0, added: {}, missing: 0 };
      return { ...view, oven, actor: null, pool: table, reveal };
    }
    case "bake": {
      const { seat, from_hand } = event.data;
      const left = plus(from_hand, view.reveal?.added ?? {}, -1); // cards that were added one by one have left the hand already
      const { n, orders } = view.delivered[seat] ?? { n: null, orders: [] };
      const more = n === null || !view.reveal ? { n, orders } : { n: n + 1, orders: [...orders, view.reveal.order] };
      return {
        ...withHeld(view, seat, -total(left), 0),
        hand: seat === me && view.hand ? plus(view.hand, left, -1) : view.hand,
        delivered: withAt(view.delivered, seat, more),
        request: null,
      };
    }
    case "fail": {
      const { seat } = event.data;
      return { ...view, waiters: withAt(view.waiters, seat, (view.waiters[seat] ?? 0) + 1), request: null };
    }
    case "left":
      return { ...view, pool: event.data.table, reveal: null };
    case "ask": {
      const { seat, cards: asked } = event.data;
      return { ...view, actor: null, request: { seat, kinds: [], cards: asked, asking: null, helper: null } };
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
