/** Playing the events of real games must lead to the positions that the server sent. */
import { describe, expect, test } from "vitest";
import { animator as chefsHat } from "../games/chefs-hat/animator";
import type { EventAnimator } from "../games/event-player.svelte";
import { animator as mammaMia } from "../games/mamma-mia/animator";
import type { Position } from "../protocol/messages";
import { scenes } from "./scenes";

function viewAfterEvents<D extends { view: unknown }>(
  animator: EventAnimator<D>,
  before: Position,
  target: Position,
): Record<string, unknown> {
  const start = animator.fromPosition(before, null);
  const end = target.events.reduce((display, event) => animator.afterEvent(display, event, target), start);
  return end.view as Record<string, unknown>;
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
    const view =
      room.game === "chefs-hat"
        ? viewAfterEvents(chefsHat, before, position)
        : viewAfterEvents(mammaMia, before, position);
    for (const field of FIELDS[room.game] ?? []) {
      const sent = (position.view as unknown as Record<string, unknown>)[field];
      expect(unordered({ [field]: view[field] })).toEqual(unordered({ [field]: sent }));
    }
  });
});
