/** Told event by event, real games arrive at what the server says: the drawings on the way cannot be far off. */
import { describe, expect, test } from "vitest";
import { scenes } from "../gallery/scenes";
import type { Position } from "../protocol/messages";
import { telling as chefsHat } from "./chefs-hat/telling";
import { telling as mammaMia } from "./mamma-mia/telling";
import type { Telling } from "./show.svelte";

function told<S extends { view: unknown }>(
  telling: Telling<S>,
  before: Position,
  to: Position,
): Record<string, unknown> {
  const shown = to.events.reduce((shown, event) => telling.after(shown, event, to), telling.drawn(before, null));
  return shown.view as Record<string, unknown>;
}

/** A seat's delivered orders lie in no order that matters. */
const unordered = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key === "orders" && Array.isArray(item) ? item.toSorted((a, b) => a.name.localeCompare(b.name)) : item,
  );

/** What the events tell in full. */
const FIELDS: Record<string, string[]> = {
  "chefs-hat": ["points", "held", "passed", "finish", "pizza", "hand"],
  "mamma-mia": ["hand", "orders", "oven", "pool", "supply", "waiters", "delivered", "round"],
  "mamma-mia-plus": ["hand", "orders", "oven", "pool", "supply", "round"],
};

const happening = scenes.filter(({ position }) => position.events.length); // a gift that is chosen is not told

describe.each(happening)("$name", ({ room, before, position }) => {
  test("arrives at the position", () => {
    const view = room.game === "chefs-hat" ? told(chefsHat, before, position) : told(mammaMia, before, position);
    for (const field of FIELDS[room.game] ?? []) {
      const sent = (position.view as unknown as Record<string, unknown>)[field];
      expect(unordered({ [field]: view[field] })).toEqual(unordered({ [field]: sent }));
    }
  });
});
