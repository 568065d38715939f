import { describe, expect, test } from "vitest";
import { forcedRequest, hasMore, selectedAction, sortActions, splitButtons, tapKind, tapOrder } from "./choices";

const legal = (...actions: string[]) => sortActions(actions.map((action) => ({ action, label: action })));

describe("placing", () => {
  const sorted = legal("place 1 olive", "place 2 olive", "place 1 salami");

  test("a tap selects one, then one more, then none", () => {
    const once = tapKind(sorted, "olive", null);
    const twice = tapKind(sorted, "olive", once);
    expect(selectedAction(sorted, once)?.action).toBe("place 1 olive");
    expect(selectedAction(sorted, twice)?.action).toBe("place 2 olive");
    expect(tapKind(sorted, "olive", twice)).toBe(null);
  });

  test("there is more until all cards of the kind are selected", () => {
    expect(hasMore(sorted, { kind: "olive", n: 1 })).toBe(true);
    expect(hasMore(sorted, { kind: "olive", n: 2 })).toBe(false);
    expect(hasMore(sorted, null)).toBe(false);
  });

  test("another kind starts over", () => {
    expect(tapKind(sorted, "salami", { kind: "olive", n: 2 })).toEqual({ kind: "salami", n: 1 });
  });

  test("a kind that is not in the hand cannot be selected", () => expect(tapKind(sorted, "pepper", null)).toBe(null));

  test("needs no buttons", () => expect(sorted.buttons).toEqual([]));
});

test("a request with one possible answer is forced, another single action is not", () => {
  const choices = (...actions: string[]) => actions.map((action) => ({ action, label: action }));
  expect(forcedRequest(choices("request 3 olive"))?.action).toBe("request 3 olive");
  expect(forcedRequest(choices("request 0 olive", "request 1 olive"))).toBe(null);
  expect(forcedRequest(choices("decline"))).toBe(null);
});

test("a tap selects an order, another tap clears it", () => {
  const sorted = legal("order 4-olive", "order bombastica", "no order");
  const selection = tapOrder(sorted, "bombastica", null);
  expect(selectedAction(sorted, selection)?.action).toBe("order bombastica");
  expect(tapOrder(sorted, "bombastica", selection)).toBe(null);
  expect(tapOrder(sorted, "monotoni", null)).toBe(null);
  expect(sorted.buttons.map(({ verb }) => verb)).toEqual(["no"]);
});

test("everything else has a button that shows the kinds it names", () => {
  const sorted = legal("bake olive mushroom", "decline", "ask", "request 2 pepper", "add shrimp", "draw waiter");
  expect(sorted.buttons.map(({ kinds }) => kinds)).toEqual([["olive", "mushroom"], [], [], ["pepper"], ["shrimp"], []]);
  expect(sorted.add.shrimp?.action).toBe("add shrimp");
  expect(sorted.draw.waiter?.action).toBe("draw waiter");
});

describe("the room for buttons", () => {
  const split = (width: number, ...actions: string[]) => {
    const { inBar, above } = splitButtons(legal(...actions).buttons, width);
    return [inBar, above].map((buttons) => buttons.map(({ choice }) => choice.action));
  };

  test("short ones are in the bar", () => {
    expect(split(390, "bake", "decline")).toEqual([["bake", "decline"], []]);
  });

  test("many are above it, but refusing stays in it", () => {
    const many = ["ask olive", "ask pepper", "ask salami", "ask shrimp"];
    expect(split(1400, ...many, "decline")).toEqual([["decline"], many]);
  });

  test("two long ones fit a wide bar only", () => {
    const long = "bake with all that is left on the table";
    expect(split(390, long, "decline")).toEqual([["decline"], [long]]);
    expect(split(1100, long, "decline")).toEqual([[long, "decline"], []]);
  });
});
