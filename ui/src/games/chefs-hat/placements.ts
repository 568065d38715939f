/** Selecting cards to place: a number, how many of it, and jokers. Only actions that the server offers can be selected. */
import type { ChefsHatPlaced, Choice } from "../../protocol/messages";

/** Cards of one number with jokers. Number 12 means jokers alone. */
export interface Placement {
  number: number;
  naturals: number;
  jokers: number;
}

export interface Option extends Placement {
  choice: Choice;
}

/** Parses `8x3`, `8x3+1j` and `jx2`; null for any other action. */
export function parse(action: string): Placement | null {
  const alone = /^jx(\d)$/.exec(action);
  if (alone) return { number: 12, naturals: 0, jokers: Number(alone[1]) };
  const found = /^(\d+)x(\d+)(?:\+(\d)j)?$/.exec(action);
  if (!found) return null;
  return { number: Number(found[1]), naturals: Number(found[2]), jokers: Number(found[3] ?? 0) };
}

export function options(legal: readonly Choice[]): Option[] {
  return legal.flatMap((choice) => {
    const placement = parse(choice.action);
    return placement ? [{ ...placement, choice }] : [];
  });
}

const size = ({ naturals, jokers }: Placement) => naturals + jokers;

/** The selection after a tap on a number: the fewest cards that can be placed, then one more each time, then nothing. */
export function tapNumber(all: readonly Option[], number: number, selected: Option | null): Option | null {
  const of = all.filter((option) => option.number === number);
  if (selected?.number !== number) {
    return of.toSorted((a, b) => size(a) - size(b) || a.jokers - b.jokers)[0] ?? null;
  }
  const more = of.filter(({ naturals }) => naturals > selected.naturals);
  const least = Math.min(...more.map(({ naturals }) => naturals));
  return (
    more.filter(({ naturals }) => naturals === least).toSorted((a, b) => near(a, selected) - near(b, selected))[0] ??
    null
  );
}

/** The selection after a tap on the jokers: one more joker with the selected number, then as few as possible again. Jokers alone if no number is selected. */
export function tapJokers(all: readonly Option[], selected: Option | null): Option | null {
  if (!selected || selected.number === 12) return tapJokersAlone(all, selected);
  const of = all
    .filter(({ number, naturals }) => number === selected.number && naturals === selected.naturals)
    .toSorted((a, b) => a.jokers - b.jokers);
  return of.find(({ jokers }) => jokers > selected.jokers) ?? of[0] ?? null;
}

function tapJokersAlone(all: readonly Option[], selected: Option | null): Option | null {
  const alone = all.filter(({ number }) => number === 12).toSorted((a, b) => a.jokers - b.jokers);
  return alone.find(({ jokers }) => jokers > (selected?.jokers ?? 0)) ?? null;
}

const near = (option: Option, selected: Option) => Math.abs(option.jokers - selected.jokers);

/** Whether more cards can be placed with the selected number. */
export const hasMore = (all: readonly Option[], selected: Option): boolean =>
  all.some((option) => option.number === selected.number && size(option) > size(selected));

/** Whether a tap on the jokers can change anything. */
export function jokersHelp(all: readonly Option[], selected: Option | null): boolean {
  return tapJokers(all, selected)?.choice.action !== selected?.choice.action;
}

/** The cards of a placement, in the order in which they are drawn. The golden mozzarella counts among the naturals. */
export function cardsOf({ number, naturals, jokers, golden }: Omit<ChefsHatPlaced, "seat">): string[] {
  const plain = Math.max(0, naturals - (golden ? 1 : 0));
  return [
    ...(golden ? ["golden"] : []),
    ...Array<string>(plain).fill(String(number)),
    ...Array<string>(jokers).fill("joker"),
  ];
}
