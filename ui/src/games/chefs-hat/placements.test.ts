import { describe, expect, test } from "vitest";
import { cardsOf, hasMore, jokersHelp, options, parse, tapJokers, tapNumber, type Option } from "./placements";

const legal = (...actions: string[]) => options(actions.map((action) => ({ action, label: action })));
const taps = (all: Option[], ...cards: string[]) =>
  cards.reduce<Option | null>(
    (selected, card) => (card === "joker" ? tapJokers(all, selected) : tapNumber(all, Number(card), selected)),
    null,
  )?.choice.action ?? null;

describe("actions", () => {
  test("of placements are understood", () => {
    expect(parse("8x3")).toEqual({ number: 8, naturals: 3, jokers: 0 });
    expect(parse("11x2+1j")).toEqual({ number: 11, naturals: 2, jokers: 1 });
    expect(parse("jx2")).toEqual({ number: 12, naturals: 0, jokers: 2 });
  });

  test("of other sorts are none", () => {
    expect(legal("pass", "give 7", "food-fight", "3x1")).toHaveLength(1);
  });
});

describe("a tap on a number", () => {
  const all = legal("pass", "4x1", "4x2", "4x3", "7x1", "7x1+1j", "7x2", "7x2+1j");

  test("there is more while cards or jokers can be added", () => {
    const more = (action: string) =>
      hasMore(
        all,
        all.find(({ choice }) => choice.action === action)!,
      );
    expect(["4x1", "4x3", "7x2", "7x2+1j"].map(more)).toEqual([true, false, true, false]);
  });

  test("selects one, then one more each time, then none", () => {
    expect(taps(all, "4")).toBe("4x1");
    expect(taps(all, "4", "4", "4")).toBe("4x3");
    expect(taps(all, "4", "4", "4", "4")).toBe(null);
  });

  test("of another kind starts anew", () => expect(taps(all, "4", "4", "7")).toBe("7x1"));

  test("starts with the least that the pizza takes, without jokers where it can be", () => {
    expect(taps(legal("pass", "5x2+1j", "5x3", "5x3+1j"), "5")).toBe("5x3");
    expect(taps(legal("pass", "5x2+1j", "5x2+2j"), "5")).toBe("5x2+1j");
  });

  test("keeps the jokers where it can", () => expect(taps(all, "7", "joker", "7")).toBe("7x2+1j"));

  test("does nothing where nothing is allowed", () => expect(taps(all, "9")).toBe(null));
});

describe("a tap on the jokers", () => {
  const all = legal("3x1", "3x1+1j", "3x1+2j", "jx1", "jx2");

  test("adds them to the number, and at last takes them away", () => {
    expect(taps(all, "3", "joker")).toBe("3x1+1j");
    expect(taps(all, "3", "joker", "joker")).toBe("3x1+2j");
    expect(taps(all, "3", "joker", "joker", "joker")).toBe("3x1");
  });

  test("selects them alone where that is allowed", () => {
    expect(taps(all, "joker")).toBe("jx1");
    expect(taps(all, "joker", "joker")).toBe("jx2");
    expect(taps(all, "joker", "joker", "joker")).toBe(null);
  });

  test("helps only where it changes something", () => {
    const some = legal("pass", "3x2", "2x1+1j");
    expect(jokersHelp(some, null)).toBe(false);
    expect(jokersHelp(some, some[1]!)).toBe(false);
    expect(jokersHelp(all, all[0]!)).toBe(true);
  });
});

test("the cards of a placement, the golden mozzarella first", () => {
  expect(cardsOf({ number: 11, naturals: 2, jokers: 1, golden: true })).toEqual(["golden", "11", "joker"]);
  expect(cardsOf({ number: 12, naturals: 0, jokers: 2, golden: false })).toEqual(["joker", "joker"]);
});
