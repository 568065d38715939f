/** Sentences for the bar of the Mamma Mia! games: what can be done now, and why a card cannot be chosen. */
import type { Choice } from "../../protocol/messages";
import type { Translate } from "../../words.svelte";
import type { View } from "./animator";
import { hasMore, type Selection, type SortedActions } from "./choices";
import { describeCards, title } from "./orders";

export function kindReason(
  kind: string,
  sorted: SortedActions,
  view: View,
  isTurn: boolean,
  t: Translate,
): string | null {
  if (kind in sorted.place || kind in sorted.add) return null;
  return isTurn ? later(view, t) : t("table.reason.wait");
}

export function orderReason(
  order: string,
  sorted: SortedActions,
  view: View,
  isTurn: boolean,
  t: Translate,
): string | null {
  if (order in sorted.order) return null;
  if (isTurn && view.phase === "place") return t("table.reason.first");
  return isTurn ? later(view, t) : t("table.reason.wait");
}

function later(view: View, t: Translate): string {
  if (view.phase === "order") return t("table.reason.placed");
  return view.phase === "draw" ? t("table.reason.draw") : t("table.reason.decide");
}

export function prompt(
  view: View,
  sorted: SortedActions,
  legal: readonly Choice[],
  selection: Selection,
  name: (seat: number) => string,
  t: Translate,
): string {
  if (!legal.length) return "";
  const { reveal, request } = view;
  switch (view.phase) {
    case "place":
      if (!selection) return t("table.prompt.place");
      return hasMore(sorted, selection) ? t("table.prompt.more") : t("table.prompt.all");
    case "order":
      return t("table.prompt.order");
    case "draw":
      return t("table.prompt.draw");
    case "choose":
      return reveal ? t("table.prompt.choose", { order: title(reveal.order, t) }) : "";
    case "add":
      return reveal ? t("table.prompt.add", { n: reveal.missing }) : "";
    case "request":
      return request?.asking ? t("table.prompt.request", { kind: t(`ingredient.${request.asking}`, { n: 2 }) }) : "";
    case "help":
      return request
        ? t("table.prompt.help", { name: name(request.seat), cards: describeCards(request.cards, t) })
        : "";
  }
  return "";
}
