/** Playing the events of real games must lead to the positions that the server sent. */
import { describe, expect, test } from "vitest";
import { animator as chefsHat } from "../games/chefs-hat/animator";
import type { EventAnimator } from "../games/event-player.svelte";
import { animator as mammaMia } from "../games/mamma-mia/animator";
import { isPositionOf } from "../games/game-types";
import type { Position, View } from "../protocol/messages";
import { scenes } from "./scenes";

function viewAfterEvents<D extends { view: View }, P extends Position>(
  animator: EventAnimator<D, P>,
  before: P,
  target: P,
): View {
  const start = animator.fromPosition(before, null);
  return target.events.reduce<D>((display, event) => animator.afterEvent(display, event, target), start).view;
}

function playedView(before: Position, target: Position): View {
  const games = ["mamma-mia", "mamma-mia-plus"] as const;
  if (isPositionOf(before, "chefs-hat") && isPositionOf(target, "chefs-hat"))
    return viewAfterEvents(chefsHat, before, target);
  if (isPositionOf(before, ...games) && isPositionOf(target, ...games))
    return viewAfterEvents(mammaMia, before, target);
  throw new Error(`no animator for ${target.view.game}`);
}

/** The sequence of a seat's delivered orders does not matter. */
const unordered = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key === "orders" && Array.isArray(item) ? item.toSorted((a, b) => a.name.localeCompare(b.name)) : item,
  );

/** The fields that events determine completely. */
const FIELDS: Record<string, string[]> = {
  "chefs-hat": ["points", "held", "passed", "finish", "pizza", "hand"],
  "mamma-mia": ["hand", "orders", "oven", "pool", "supply", "waiters", "delivered", "round"],
  "mamma-mia-plus": ["hand", "orders", "oven", "pool", "supply", "round"],
};

const withEvents = scenes.filter(({ position }) => position.events.length); // choosing a gift has no event

describe.each(withEvents)("$name", ({ room, before, position }) => {
  test("the events lead to the position", () => {
    const fields = FIELDS[room.game] ?? [];
    const pick = (view: View) => Object.fromEntries(Object.entries(view).filter(([field]) => fields.includes(field)));
    const sent = pick(position.view);
    expect(Object.keys(sent)).toHaveLength(fields.length);
    expect(unordered(pick(playedView(before, position)))).toEqual(unordered(sent));
  });
});
