/** Sentences for the bar of Chef's Hat: what can be done now, and why a card cannot be chosen. */
import { count } from "../../lib/counts";
import type { ChefsHatView, Choice } from "../../protocol/messages";
import type { Translate } from "../../words.svelte";
import { hasMore, options, type Option } from "./placements";

export function reasonFor(card: string, view: ChefsHatView, isTurn: boolean, t: Translate): string {
  const { number, count: least } = view.pizza;
  if (!isTurn) return t("table.reason.wait");
  if (view.phase === "special") return t("table.reason.special");
  if (view.hand?.includes("golden")) return t("table.reason.golden");
  if (card === "joker") return t("table.reason.joker");
  if (number !== null && Number(card) >= number) return t("table.reason.lower", { number });
  return t("table.reason.more", { least, n: count(view.hand ?? [])[card] ?? 0 });
}

export function prompt(
  view: ChefsHatView,
  legal: readonly Choice[],
  selected: Option | null,
  name: (seat: number) => string,
  t: Translate,
): string {
  if (!legal.length) return "";
  switch (view.phase) {
    case "special":
      return t("table.prompt.special");
    case "exchange": {
      const chef = legal.length > 0 && view.actor !== null && view.roles[view.actor] === "chef";
      const to = view.roles.indexOf(chef ? "dishwasher" : "waiter");
      return t("table.prompt.give", { name: name(to), left: chef ? 2 - view.gave.length : 1 });
    }
  }
  const placing = options(legal);
  if (selected) return hasMore(placing, selected) ? t("table.prompt.more") : t("table.prompt.all");
  if (view.hand?.includes("golden")) return t("table.prompt.golden", { more: placing.length > 1 ? "yes" : "no" });
  const { number, count: least } = view.pizza;
  if (number === null) return t("table.prompt.start");
  return legal.length > 1 ? t("table.prompt.top", { number, least }) : t("table.prompt.pass");
}
