/** The size of the cards of a hand: as large as fits, in up to three rows. */

/** How much of each further card of a group shows, as a part of its width. The first that gives cards of a good size is taken. */
const OVERLAPS = [0.32, 0.2, 0.1, 0.03];
const GOOD = 52;
const RATIO = 1.4; // height of a card by its width
const MAX_ROWS = 3;

export interface Box {
  width: number;
  height: number;
  /** Between groups, and between rows. */
  gap: number;
  /** The room above a row for selected cards. */
  lift: number;
  /** The width of the largest card. */
  largest: number;
}

export interface Fit {
  card: number;
  overlap: number;
}

/** `groups` are the numbers of cards in each group. */
export function fitHand(groups: readonly number[], box: Box): Fit {
  const fits = OVERLAPS.map((overlap) => ({ overlap, card: largestCard(groups, overlap, box) }));
  return fits.find(({ card }) => card >= Math.min(GOOD, box.largest)) ?? fits.toSorted((a, b) => b.card - a.card)[0]!;
}

function largestCard(groups: readonly number[], overlap: number, box: Box): number {
  for (let card = Math.floor(box.largest); card > 1; card--) {
    const rows = rowsNeeded(groups, card, overlap, box);
    if (rows <= MAX_ROWS && rows * (card * RATIO + box.lift + box.gap) <= box.height) return card;
  }
  return 1;
}

/** The number of rows if each is filled before the next one starts. */
function rowsNeeded(groups: readonly number[], card: number, overlap: number, { width, gap }: Box): number {
  let rows = 1;
  let used = 0;
  for (const n of groups) {
    const needed = card * (1 + (n - 1) * overlap) + gap;
    if (needed > width) return Infinity;
    if (used + needed > width) {
      rows += 1;
      used = 0;
    }
    used += needed;
  }
  return rows;
}
