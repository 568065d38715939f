/** The geometry of the chart of a game: a line of totals for each seat. */

export interface ChartLine {
  seat: number;
  /** Totals at the start and after each round. */
  totals: number[];
  points: { x: number; y: number }[];
}

export interface Chart {
  width: number;
  height: number;
  lines: ChartLine[];
  /** Horizontal lines to read the totals by. */
  grid: { y: number; total: number }[];
  /** The middle of each round's label. */
  columns: { x: number; round: number }[];
}

/** Totals at the start and after each round, by seat. */
export const totals = (rounds: readonly number[][], seat: number): number[] =>
  rounds.reduce((sums, points) => [...sums, sums.at(-1)! + (points[seat] ?? 0)], [0]);

/** Fits into `width` × `height` with room for labels: `left` for totals, `right` for names, `bottom` for rounds. */
export function chart(rounds: readonly number[][], players: number, width = 480, height = 200): Chart {
  const [left, right, top, bottom] = [28, 108, 10, 24];
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const all = seats.map((seat) => totals(rounds, seat));
  const highest = Math.max(1, ...all.flat());
  const x = (k: number) => left + ((width - left - right) * k) / Math.max(1, rounds.length);
  const y = (total: number) => height - bottom - ((height - top - bottom) * total) / highest;
  const step = [1, 2, 5, 10, 20, 50].find((size) => highest / size <= 5) ?? 100;
  return {
    width,
    height,
    lines: seats.map((seat) => ({
      seat,
      totals: all[seat]!,
      points: all[seat]!.map((total, k) => ({ x: x(k), y: y(total) })),
    })),
    grid: Array.from({ length: Math.floor(highest / step) + 1 }, (_, k) => ({ y: y(k * step), total: k * step })),
    columns: rounds.map((_, k) => ({ x: x(k + 1), round: k + 1 })),
  };
}

/** Vertical places for labels, each near its wish, at least `gap` apart, and none below `bottom`. */
export function spread(wishes: readonly number[], gap: number, bottom: number): number[] {
  const order = wishes.map((_, k) => k).toSorted((a, b) => wishes[a]! - wishes[b]!);
  const places = [...wishes];
  order.forEach((k, at) => {
    const before = order[at - 1];
    if (before !== undefined) places[k] = Math.max(places[k]!, places[before]! + gap);
  });
  order.toReversed().forEach((k, at) => (places[k] = Math.min(places[k]!, bottom - at * gap)));
  return places;
}

/** Lines differ in colour, in dashes and in the shape of their points. */
export const STYLES = [
  { colour: "#c8482b", dash: [] },
  { colour: "#2f6f9f", dash: [8, 4] },
  { colour: "#3c7a35", dash: [2, 4] },
  { colour: "#8a5a00", dash: [10, 3, 2, 3] },
  { colour: "#7a4a9e", dash: [5, 2] },
  { colour: "#8b3a62", dash: [1, 3] },
] as const;

/** The path of a point's shape, centred at x and y. */
export function marker(seat: number, x: number, y: number, r = 4): string {
  const polygon = (...corners: [number, number][]) =>
    `M${corners.map(([dx, dy]) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`).join("L")}Z`;
  switch (seat % 6) {
    case 0:
      return polygon(
        ...Array.from({ length: 12 }, (_, k): [number, number] => [Math.cos(k / 1.91), Math.sin(k / 1.91)]),
      );
    case 1:
      return polygon([-1, -1], [1, -1], [1, 1], [-1, 1]);
    case 2:
      return polygon([0, -1.2], [1.1, 0.9], [-1.1, 0.9]);
    case 3:
      return polygon([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
    case 4:
      return polygon([-1.1, -0.9], [1.1, -0.9], [0, 1.2]);
  }
  return polygon([-1.2, -0.5], [1.2, -0.5], [1.2, 0.5], [-1.2, 0.5]);
}
