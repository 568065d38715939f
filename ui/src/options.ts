/** Options of games: which values there are, what they are called, and which one a new table has. */
import type { GameInfo, OptionInfo } from "./protocol/messages";
import { humanise, words } from "./words.svelte";

export type OptionValue = OptionInfo["default"];

/** Longer ranges are typed in. */
const MAX_LISTED = 20;

export const isListed = ({ low, high }: OptionInfo): boolean =>
  low === null || high === null || high - low <= MAX_LISTED;

/** The values to choose from in a list: named ones, and numbers if they are few. */
export function values(option: OptionInfo): OptionValue[] {
  const { words: named, low, high } = option;
  if (low === null || high === null || !isListed(option)) return named;
  return [...named, ...Array.from({ length: high - low + 1 }, (_, k) => low + k)];
}

/** Options with more than one value. */
export const choices = (game: GameInfo): OptionInfo[] =>
  game.options.filter((option) => !isListed(option) || values(option).length > 1);

/** The values of a new table. An edition in the reader's language is taken, if there is one. */
export const defaults = (game: GameInfo, language: string): Record<string, OptionValue> =>
  Object.fromEntries(
    game.options.map(({ name, default: usual, words: named }) => [
      name,
      name === "edition" && named.includes(language) ? language : usual,
    ]),
  );

export const optionName = (name: string): string => words.optional(`option.${name}`, humanise(name));

export function valueText(name: string, value: OptionValue): string {
  if (typeof value === "boolean") return words.t(value ? "option.on" : "option.off");
  if (name === "starter" && typeof value === "number") return words.t("page.seat", { n: value + 1 });
  return words.optional(`option.${name}.${value ?? "none"}`, String(value ?? "–"));
}
