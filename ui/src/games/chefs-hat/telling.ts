/** How a shift of Chef's Hat is told on its table. */
import { withAt, without } from "../../lib/counted";
import type { Flight } from "../../lib/flights.svelte";
import type { Sound } from "../../lib/sounds";
import type { ChefsHatView, WireEvent } from "../../protocol/messages";
import type { Telling } from "../show.svelte";
import { cardsOf, told, type Told } from "./placements";

/** The end of a shift: who finished when, with all points. */
export interface ShiftEnd {
  finish: number[];
  points: number[];
}

export interface Shown {
  seat: number | null;
  view: ChefsHatView;
  /** All placements on the present pizza, the last one last. */
  pizza: Told[];
  /** The number of the last event that it knows of. */
  known: number;
  end: ShiftEnd | null;
}

const ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "golden", "joker"];
export const sorted = (cards: readonly string[]): string[] =>
  cards.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/** What lies on the pizza, from the events. */
function laid(pizza: Told[], event: WireEvent): Told[] {
  if (event.name === "placed") return [...pizza, told(event)];
  return event.name === "pizza" || event.name === "begins" ? [] : pizza;
}

/** A view tells the last placement alone: it serves where the events are not known. */
function matching(pizza: Told[], { pizza: last }: ChefsHatView): Told[] {
  if (last.number === null || last.seat === null) return [];
  const found = pizza.at(-1);
  if (found?.number === last.number && found.naturals + found.jokers === last.count) return pizza;
  const jokers = last.number === 12 ? last.count : 0;
  return [{ seat: last.seat, number: last.number, naturals: last.count - jokers, jokers, golden: false }];
}

export const telling: Telling<Shown> = {
  drawn(position, before) {
    const view = position.view as ChefsHatView;
    const { pizza, known } = position.all || !before ? { pizza: [], known: -1 } : before;
    const news = position.events.filter(({ number }) => number > known); // not told: nobody wanted to see them
    return {
      seat: position.seat,
      view,
      pizza: matching(news.reduce(laid, pizza), view),
      known: news.at(-1)?.number ?? known,
      end: null,
    };
  },

  after(shown, event, to) {
    return {
      ...shown,
      view: changed(shown.view, event, shown.seat, to.view as ChefsHatView),
      pizza: laid(shown.pizza, event),
      known: event.number,
      end: event.name === "shift" ? (event.data as unknown as ShiftEnd) : event.name === "begins" ? null : shown.end,
    };
  },

  time(event) {
    switch (event.name) {
      case "placed":
        return { flight: 420, rest: 380 };
      case "passed":
        return { flight: 0, rest: 420 };
      case "pizza":
        return { flight: 500, rest: 350 };
      case "finished":
        return { flight: 0, rest: 700 };
      case "special":
        return { flight: 0, rest: 2200 };
      case "gave":
        return { flight: 650, rest: 500 };
      case "exchanged":
        return { flight: 0, rest: 300 };
      case "dealt":
        return { flight: 500, rest: 100 };
      case "begins":
        return { flight: 0, rest: 500 };
    }
    return { flight: 0, rest: 0 };
  },
};

type Data = { seat: number; from: number; to: number; cards: string[]; roles: (string | null)[]; shift: number };

function changed(view: ChefsHatView, event: WireEvent, me: number | null, to: ChefsHatView): ChefsHatView {
  const data = event.data as unknown as Data;
  const held = (seat: number, more: number) => withAt(view.held, seat, (view.held[seat] ?? 0) + more);
  switch (event.name) {
    case "begins":
      return {
        ...view,
        phase: "exchange",
        shift: data.shift,
        roles: data.roles,
        held: view.held.map(() => 17),
        passed: view.passed.map(() => false),
        finish: [],
        pizza: { number: null, count: 0, seat: null },
        hand: view.hand && [],
        actor: null,
        gave: [],
        got: [],
      };
    case "dealt":
      return { ...view, hand: sorted(data.cards) };
    case "special":
      return { ...view, roles: data.roles, actor: null };
    case "gave":
      return given(view, data, me);
    case "exchanged": // that somebody chose a gift is not told, but it has left the hand; now all have theirs
      return { ...view, held: to.held };
    case "placed": {
      const last = told(event);
      const cards = cardsOf(last);
      return {
        ...view,
        phase: "pizza",
        actor: last.seat,
        held: held(last.seat, -cards.length),
        hand: last.seat === me && view.hand ? without(view.hand, cards) : view.hand,
        pizza: { number: last.number, count: cards.length, seat: last.seat },
      };
    }
    case "passed":
      return { ...view, actor: data.seat, passed: withAt(view.passed, data.seat, true) };
    case "pizza":
      return { ...view, passed: view.passed.map(() => false), pizza: { number: null, count: 0, seat: null } };
    case "finished":
      return { ...view, finish: [...view.finish, data.seat] };
    case "shift": {
      const { finish, points } = event.data as unknown as ShiftEnd;
      return { ...view, finish, points, actor: null };
    }
  }
  return view;
}

/** The gifts of Chef and Sous-Chef have left their hands when they chose them; the others' leave now. */
function given(view: ChefsHatView, { from, to, cards }: Data, me: number | null): ChefsHatView {
  let hand = view.hand;
  if (hand && from === me && !view.gave.length) hand = without(hand, cards);
  if (hand && to === me) hand = sorted([...hand, ...cards]);
  return { ...view, hand, got: to === me ? cards : view.got };
}

/** Which cards fly where. */
export function flights(event: WireEvent, me: number | null): Flight[] {
  const data = event.data as unknown as Data;
  switch (event.name) {
    case "placed": {
      const placed = told(event);
      return cardsOf(placed).map((card) => ({ from: `seat-${placed.seat}`, to: "pizza", look: { card } }));
    }
    case "gave":
      return data.cards.map((card) => ({ from: `seat-${data.from}`, to: `seat-${data.to}`, look: { card } }));
    case "dealt":
      return data.cards.map(() => ({ from: "pizza", to: `seat-${me}`, look: { back: "pizza" } }));
    case "pizza":
      return [{ from: "pizza", to: "done", look: { drawing: "pizza" } }];
  }
  return [];
}

export function sound(event: WireEvent, me: number | null): Sound | null {
  switch (event.name) {
    case "placed":
    case "gave":
      return "card";
    case "passed":
      return "pass";
    case "pizza":
      return "bell";
    case "special":
      return "thud";
    case "finished":
      return (event.data as unknown as Data).seat === me ? "fanfare" : "bell";
  }
  return null;
}
