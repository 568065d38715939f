import { expect, test } from "vitest";
import type { MammaMiaEvent } from "../../protocol/messages";
import { mammaMiaView, position } from "../../testing";
import { animator, type Display } from "./animator";

const ME = 0;
const takes = { form: "normale", needs: { olive: 4 }, kinds: 0, cards: 0, of: [], crossed: null };
const played = { number: 0, sentence: null };
const laid: MammaMiaEvent = { ...played, name: "laid", data: { kind: "olive", n: 1 } };
const revealed = (seat: number): MammaMiaEvent => ({
  ...played,
  name: "revealed",
  data: { seat, order: "4-olive", takes, table: {} },
});
const fail = (seat: number): MammaMiaEvent => ({ ...played, name: "fail", data: { seat, order: "4-olive" } });
const bake = (seat: number, from_hand = {}): MammaMiaEvent => ({
  ...played,
  name: "bake",
  data: { seat, order: "4-olive", used: {}, from_hand, helper: null },
});

const target = { ...position(1, []), view: mammaMiaView(), events: [] };
const displayOf = (ovenSize: number): Display => ({
  ...animator.fromPosition(target, null),
  seat: ME,
  takingOut: true,
  ovenSize,
});

const seconds = (events: MammaMiaEvent[], display: Display) =>
  events.reduce((sum, event) => {
    const { flight, rest } = animator.timing(event, display);
    return sum + (flight + rest) / 1000;
  }, 0);

/** An oven of a game of four, as bots fill it: for each order of ours there are three others, and every third order is baked. */
function oven(ingredients: number, orders: number): MammaMiaEvent[] {
  const decided = Array.from({ length: orders }, (_, k) => {
    const verdict = k % 3 ? fail(k % 4) : bake(k % 4, k % 2 ? { olive: 1 } : {});
    return [revealed(k % 4), verdict];
  });
  return [...Array.from({ length: ingredients }, () => laid), ...decided.flat()];
}

test.each([
  [37, 27],
  [38, 19],
  [32, 20],
  [54, 37],
])("an oven with %i ingredients and %i orders takes about half a minute", (ingredients, orders) => {
  const time = seconds(oven(ingredients, orders), displayOf(ingredients + orders));
  expect(time).toBeGreaterThan(18);
  expect(time).toBeLessThan(33);
});

test("ingredients stream, orders take longer, most of all the reader's own and those completed from a hand", () => {
  const display = displayOf(56);
  const time = (...events: MammaMiaEvent[]) => seconds(events, display);
  expect(time(laid)).toBeLessThan(0.1);
  expect(time(revealed(1))).toBeGreaterThan(3 * time(laid));
  expect(time(revealed(ME), fail(ME))).toBeGreaterThan(1.5 * time(revealed(1), fail(1)));
  expect(time(bake(1, { olive: 1 }))).toBeGreaterThan(1.5 * time(bake(1)));
});

test("the size of the oven is known from its opening on", () => {
  const before = { ...displayOf(0), takingOut: false };
  const opened: MammaMiaEvent = { number: 0, name: "takes-out", data: { seat: 1 }, sentence: "Bruno opens it." };
  const after = animator.afterEvent(before, opened, target);
  expect([after.takingOut, after.ovenSize, after.sentence]).toEqual([true, before.view.oven.cards, "Bruno opens it."]);
  const next = animator.afterEvent(after, laid, target);
  expect([next.sentence, next.view.oven.cards]).toEqual(["Bruno opens it.", before.view.oven.cards - 1]);
});
