/** Choosing what to place: a number, how many of it, and jokers. What is allowed is what the server offers. */
import type { Choice, WireEvent } from "../../protocol/messages";

/** Cards of one number with jokers; number 12 are jokers alone. */
export interface Placement {
  number: number;
  naturals: number;
  jokers: number;
}

export interface Option extends Placement {
  choice: Choice;
}

/** `8x3`, `8x3+1j`, `jx2`; null for an action of another sort. */
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

/** The next selection after a tap on a number: the least that can be placed, then one more each time, then nothing. */
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

/** The next after a tap on the jokers: one more beside the selected number, at last as few as possible; alone if nothing else is selected. */
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

/** Whether a tap on the jokers can change anything. */
export function jokersHelp(all: readonly Option[], selected: Option | null): boolean {
  return tapJokers(all, selected)?.choice.action !== selected?.choice.action;
}

/** A placement as it was told: the golden mozzarella is one of the naturals. */
export interface Told extends Placement {
  seat: number;
  golden: boolean;
}

export const told = (event: WireEvent) => event.data as unknown as Told;

/** The cards of a placement, as they lie. */
export function cardsOf({ number, naturals, jokers, golden }: Omit<Told, "seat">): string[] {
  const plain = Math.max(0, naturals - (golden ? 1 : 0));
  return [
    ...(golden ? ["golden"] : []),
    ...Array<string>(plain).fill(String(number)),
    ...Array<string>(jokers).fill("joker"),
  ];
}
