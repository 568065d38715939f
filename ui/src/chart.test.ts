import { expect, test } from "vitest";
import { chart, marker, spread, STYLES, totals } from "./chart";

const ROUNDS = [[1, 3], [2, 0], [4, 1]]; // prettier-ignore

test("totals add up round by round", () => {
  expect(totals(ROUNDS, 0)).toEqual([0, 1, 3, 7]);
  expect(totals(ROUNDS, 1)).toEqual([0, 3, 3, 4]);
});

test("lines start together, go right, and the highest total is at the top", () => {
  const { lines, columns, height, width } = chart(ROUNDS, 2);
  const [first, second] = lines.map(({ points }) => points);
  expect(first![0]).toEqual(second![0]);
  expect(first!.map(({ x }) => x)).toEqual(first!.map(({ x }) => x).toSorted((a, b) => a - b));
  expect(Math.min(...[...first!, ...second!].map(({ y }) => y))).toBe(first!.at(-1)!.y);
  for (const { x, y } of [...first!, ...second!]) expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
  expect(columns.map(({ round }) => round)).toEqual([1, 2, 3]);
});

test("there are at most six grid lines", () => {
  expect(chart([[37, 0]], 2).grid.map(({ total }) => total)).toEqual([0, 10, 20, 30]);
  expect(chart([[0, 0]], 2).grid.map(({ total }) => total)).toEqual([0, 1]);
});

test("labels keep a distance and their order, and stay in the chart", () => {
  expect(spread([10, 11, 50], 15, 140)).toEqual([10, 25, 50]);
  expect(spread([10, 100], 15, 140)).toEqual([10, 100]);
  expect(spread([10, 100, 101, 102], 15, 140)).toEqual([10, 100, 115, 130]);
  expect(spread([126, 126, 126], 15, 140)).toEqual([110, 125, 140]);
});

test("every seat has a shape and a line of its own", () => {
  const seats = [0, 1, 2, 3, 4, 5];
  expect(new Set(seats.map((seat) => marker(seat, 0, 0))).size).toBe(6);
  expect(new Set(STYLES.map(({ colour, dash }) => `${colour} ${dash.join()}`)).size).toBe(6);
});
