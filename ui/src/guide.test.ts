import { expect, test } from "vitest";
import { hintKey } from "./guide";
import type { MammaMiaView, Position } from "./protocol/messages";
import { position, view } from "./testing";

const hintFor = (actions: string[], parts: Parameters<typeof view>[0] = {}) =>
  hintKey(position(1, [], { view: view(parts), legal: actions.map((action) => ({ action, label: action })) }));

test("the hint depends on game and phase", () => {
  expect(hintFor(["give 7"], { phase: "exchange" })).toBe("guide.chefs-hat.exchange");
  expect(hintFor(["pass"], { pizza: { number: 8, count: 1, seat: 1 } })).toBe("guide.chefs-hat.pizza");
});

test("what is to be remembered depends on the memory aid", () => {
  const placing = (memory_aid: boolean) =>
    hintKey({
      legal: [{ action: "place 1 olive", label: "" }],
      view: { game: "mamma-mia", phase: "place", memory_aid } as MammaMiaView,
    } as Position);
  expect(placing(false)).toBe("guide.mamma-mia.place");
  expect(placing(true)).toBe("guide.mamma-mia.place.aid");
});

test("there is no hint when there is nothing to decide", () => {
  expect(hintFor([])).toBeNull();
});

test("starting a pizza has its own hint, except with the golden mozzarella", () => {
  expect(hintFor(["8x1", "9x1"])).toBe("guide.chefs-hat.start");
  expect(hintFor(["11x1", "11x2"])).toBeNull();
});
