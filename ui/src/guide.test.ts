import { expect, test } from "vitest";
import { decision } from "./guide";
import { position, view } from "./testing";

const asked = (actions: string[], parts: Parameters<typeof view>[0] = {}) =>
  decision(position(1, [], { view: view(parts), legal: actions.map((action) => ({ action, label: action })) }));

test("a decision is known by its game and phase", () => {
  expect(asked(["give 7"], { phase: "exchange" })).toBe("guide.chefs-hat.exchange");
  expect(asked(["pass"], { pizza: { number: 8, count: 1, seat: 1 } })).toBe("guide.chefs-hat.pizza");
});

test("whoever has nothing to decide needs no hint", () => {
  expect(asked([])).toBeNull();
});

test("to start a pizza is a decision of its own, but for the golden mozzarella", () => {
  expect(asked(["8x1", "9x1"])).toBe("guide.chefs-hat.start");
  expect(asked(["11x1", "11x2"])).toBeNull();
});
