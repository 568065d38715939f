/** How the events of Chef's Hat change its table. */
import { withAt, without } from "../../lib/counts";
import type { Flight } from "../../lib/flights.svelte";
import type { Sound } from "../../lib/sounds";
import type { ChefsHatEvent, ChefsHatGave, ChefsHatPlaced, ChefsHatShift, ChefsHatView } from "../../protocol/messages";
import type { EventAnimator } from "../event-player.svelte";
import type { PositionOf } from "../game-types";
import { latestAfter, NOTHING, type Latest, type Speaking } from "../latest";
import { cardsOf } from "./placements";

export interface Display {
  seat: number | null;
  view: ChefsHatView;
  /** All placements on the current pizza, the latest one last. */
  pizza: ChefsHatPlaced[];
  latest: Latest<ChefsHatEvent>;
  /** Set while the summary of a shift is shown. */
  end: ChefsHatShift | null;
}

const ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "golden", "joker"];
export const sorted = (cards: readonly string[]): string[] =>
  cards.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/** The seat that places, passes, calls or runs out of cards. */
export function speaker(event: ChefsHatEvent | null): number | null {
  switch (event?.name) {
    case "placed":
    case "passed":
    case "special":
    case "finished":
      return event.data.seat;
  }
  return null;
}

export const SPEAKING: Speaking<ChefsHatEvent> = {
  speaker,
  clears: ({ name }) => ["pizza", "begins", "shift"].includes(name),
  adds: () => false,
};

function pizzaAfter(pizza: ChefsHatPlaced[], event: ChefsHatEvent): ChefsHatPlaced[] {
  if (event.name === "placed") return [...pizza, event.data];
  return event.name === "pizza" || event.name === "begins" ? [] : pizza;
}

/** The pizza known from events if it agrees with the view; otherwise the last placement, which is all that the view has. */
function checkedPizza(pizza: ChefsHatPlaced[], { pizza: last }: ChefsHatView): ChefsHatPlaced[] {
  if (last.number === null || last.seat === null) return [];
  const found = pizza.at(-1);
  if (found?.number === last.number && found.naturals + found.jokers === last.count) return pizza;
  const jokers = last.number === 12 ? last.count : 0;
  return [{ seat: last.seat, number: last.number, naturals: last.count - jokers, jokers, golden: false }];
}

export const animator: EventAnimator<Display, PositionOf<"chefs-hat">> = {
  fromPosition(position, previous) {
    const { view } = position;
    const { pizza, latest } = position.all || !previous ? { pizza: [], latest: NOTHING } : previous;
    const skipped = position.events.filter(({ number }) => number > latest.lastEvent);
    return {
      seat: position.seat,
      view,
      pizza: checkedPizza(skipped.reduce(pizzaAfter, pizza), view),
      latest: skipped.reduce<Latest<ChefsHatEvent>>(
        (before, event) => latestAfter(before, event, position.seat, SPEAKING),
        latest,
      ),
      end: null,
    };
  },

  afterEvent(display, event, target) {
    return {
      ...display,
      view: viewAfter(display.view, event, display.seat, target.view),
      pizza: pizzaAfter(display.pizza, event),
      latest: latestAfter(display.latest, event, display.seat, SPEAKING),
      end: event.name === "shift" ? event.data : event.name === "begins" ? null : display.end,
    };
  },

  timing(event) {
    switch (event.name) {
      case "placed":
        return { flight: 420, rest: 380 };
      case "passed": // often several in a row
        return { flight: 0, rest: 260 };
      case "pizza":
        return { flight: 400, rest: 200 };
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

  isStep: ({ name }) => name === "placed" || name === "passed",
  turnTime: 800,
};

function viewAfter(view: ChefsHatView, event: ChefsHatEvent, me: number | null, target: ChefsHatView): ChefsHatView {
  const held = (seat: number, more: number) => withAt(view.held, seat, (view.held[seat] ?? 0) + more);
  switch (event.name) {
    case "begins":
      return {
        ...view,
        phase: "exchange",
        shift: event.data.shift,
        roles: event.data.roles,
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
      return { ...view, hand: sorted(event.data.cards) };
    case "special":
      return { ...view, roles: event.data.roles, actor: null };
    case "gave":
      return viewAfterGift(view, event.data, me);
    case "exchanged": // choosing a gift is secret and has no event, so only the final numbers are known
      return { ...view, held: target.held };
    case "placed": {
      const last = event.data;
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
      return { ...view, actor: event.data.seat, passed: withAt(view.passed, event.data.seat, true) };
    case "pizza":
      return { ...view, passed: view.passed.map(() => false), pizza: { number: null, count: 0, seat: null } };
    case "finished":
      return { ...view, finish: [...view.finish, event.data.seat] };
    case "shift": {
      const { finish, points } = event.data;
      return { ...view, finish, points, actor: null };
    }
  }
  return view;
}

/** Chef and Sous-Chef chose their gifts earlier, so those have already left their hands. The others give theirs now. */
function viewAfterGift(view: ChefsHatView, { from, to, cards }: ChefsHatGave, me: number | null): ChefsHatView {
  let hand = view.hand;
  if (hand && from === me && !view.gave.length) hand = without(hand, cards);
  if (hand && to === me) hand = sorted([...hand, ...cards]);
  return { ...view, hand, got: to === me ? cards : view.got };
}

export function flights(event: ChefsHatEvent, me: number | null): Flight[] {
  switch (event.name) {
    case "placed": {
      const placed = event.data;
      return cardsOf(placed).map((card) => ({ from: `seat-${placed.seat}`, to: "pizza", look: { card } }));
    }
    case "gave": {
      const { from, to, cards } = event.data;
      return cards.map((card) => ({ from: `seat-${from}`, to: `seat-${to}`, look: { card } }));
    }
    case "dealt":
      return event.data.cards.map(() => ({ from: "pizza", to: `seat-${me}`, look: { back: "pizza" } }));
    case "pizza":
      return [{ from: "pizza", to: "done", look: { drawing: "pizza" } }];
  }
  return [];
}

export function sound(event: ChefsHatEvent, me: number | null): Sound | null {
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
      return event.data.seat === me ? "fanfare" : "bell";
  }
  return null;
}
