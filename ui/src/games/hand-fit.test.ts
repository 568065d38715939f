import { describe, expect, test } from "vitest";
import { fitHand, type Box } from "./hand-fit";

const box = (width: number, height: number): Box => ({ width, height, gap: 2, lift: 10, largest: 170 });
/** Every kind of Chef's Hat: 17 cards in 13 groups. */
const EVERY_KIND = [1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1, 2];

/** The rows that a browser makes: each is filled before the next one starts. */
function heightOf(groups: number[], { width, gap, lift }: Box, { card, overlap }: { card: number; overlap: number }) {
  const rows = groups.reduce<number[]>(
    (widths, n) => {
      const needed = card * (1 + (n - 1) * overlap) + gap;
      return widths.at(-1)! + needed > width ? [...widths, needed] : [...widths.slice(0, -1), widths.at(-1)! + needed];
    },
    [0],
  );
  return rows.length * (card * 1.4 + lift + gap);
}

describe.each([
  ["a phone", 374, 190, 44],
  ["a small phone", 312, 160, 42],
  ["a phone on its side", 740, 90, 44],
  ["a laptop", 980, 190, 60],
  ["a large screen", 2000, 290, 100],
])("on %s", (_, width, height, least) => {
  test.each([
    ["every kind", EVERY_KIND],
    ["seventeen cards of four kinds", [5, 4, 4, 4]],
    ["fourteen orders", Array<number>(14).fill(1)],
    ["one card", [1]],
  ])("%s: fits, and cards are large enough to tap", (__, groups) => {
    const fit = fitHand(groups, box(width, height));
    expect(heightOf(groups, box(width, height), fit)).toBeLessThanOrEqual(height);
    expect(fit.card).toBeGreaterThanOrEqual(least);
  });
});

test("few cards grow up to the largest size, and no further", () => {
  expect(fitHand([1, 1], box(1200, 900)).card).toBe(170);
});

test("cards of a group show as much as there is room for", () => {
  expect(fitHand([2, 2], box(1200, 200)).overlap).toBeGreaterThan(fitHand(EVERY_KIND, box(312, 160)).overlap);
});
