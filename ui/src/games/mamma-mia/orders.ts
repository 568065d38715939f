/** What an order takes, as lines of its slip and in words. */
import type { Counts } from "../../lib/counts";
import type { Order } from "../../protocol/messages";
import type { Translate } from "../../words.svelte";

/** A line of an order's slip: n cards of one of these kinds, or of any kind if none is listed. */
export interface SlipLine {
  n: number;
  kinds: string[];
  /** "fewest": the kind with the fewest cards on the table. "all": n or more cards of any kinds on the table. */
  sort: "given" | "choice" | "fewest" | "all";
}

export function slipLines(order: Order): SlipLine[] {
  const given = Object.entries(order.needs).map(([kind, n]): SlipLine => ({ n, kinds: [kind], sort: "given" }));
  if (order.form === "bombastica") return [...given, { n: order.cards, kinds: [], sort: "all" }];
  const sort = order.form === "minimale" ? "fewest" : "choice";
  const few = order.of.length <= 2 ? order.of : [];
  const chosen = Array.from({ length: order.kinds }, (): SlipLine => ({ n: order.cards, kinds: few, sort }));
  return [...given, ...chosen];
}

/** The title of an order's slip. */
export const title = (order: Order, t: Translate): string =>
  order.name === "each"
    ? t("order.each")
    : order.form && order.form !== "normale"
      ? t(`order.${order.form}`)
      : t("table.order");

/** "2 olives, 3 salami". */
export const describeCards = (cards: Counts, t: Translate): string =>
  Object.entries(cards)
    .map(([kind, n]) => `${n} ${t(`ingredient.${kind}`, { n })}`)
    .join(", ");

/** Everything that an order takes, for screen readers and tooltips. */
export function describeOrder(order: Order, t: Translate): string {
  if (!order.form) return title(order, t);
  const [first = "", second = ""] = order.of.map((kind) => t(`ingredient.${kind}`, { n: order.cards }));
  const takes = t(`takes.${order.form}`, { needs: describeCards(order.needs, t), n: order.cards, first, second });
  const crossed = order.crossed && t("takes.crossed", { ingredient: t(`ingredient.${order.crossed}`, { n: 2 }) });
  return `${title(order, t)}: ${takes}${crossed ?? ""}`;
}
