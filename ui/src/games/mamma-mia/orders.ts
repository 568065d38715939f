/** Orders, as they are drawn and told: what they take, line by line. */
import type { Counts } from "../../lib/counted";
import type { Order } from "../../protocol/messages";
import type { Translate } from "../../words.svelte";

/** A line of an order's slip: so many cards of one of these kinds. No kinds: of any kind. */
export interface Line {
  n: number;
  kinds: string[];
  /** "fewest": of the kind with the fewest on the table; "all": this many, or more, of whatever lies there. */
  sort: "given" | "choice" | "fewest" | "all";
}

export function lines(order: Order): Line[] {
  const given = Object.entries(order.needs).map(([kind, n]): Line => ({ n, kinds: [kind], sort: "given" }));
  if (order.form === "bombastica") return [...given, { n: order.cards, kinds: [], sort: "all" }];
  const sort = order.form === "minimale" ? "fewest" : "choice";
  const few = order.of.length <= 2 ? order.of : [];
  return [...given, ...Array<Line>(order.kinds).fill({ n: order.cards, kinds: few, sort })];
}

/** The name that a slip bears. */
export const title = (order: Order, t: Translate): string =>
  order.name === "each"
    ? t("order.each")
    : order.form && order.form !== "normale"
      ? t(`order.${order.form}`)
      : t("table.order");

/** Two olives, three salami. */
export const counted = (cards: Counts, t: Translate): string =>
  Object.entries(cards)
    .map(([kind, n]) => `${n} ${t(`ingredient.${kind}`, { n })}`)
    .join(", ");

/** What it takes, for whoever hears it. */
export function inWords(order: Order, t: Translate): string {
  if (!order.form) return title(order, t);
  const [first = "", second = ""] = order.of.map((kind) => t(`ingredient.${kind}`, { n: order.cards }));
  const takes = t(`takes.${order.form}`, { needs: counted(order.needs, t), n: order.cards, first, second });
  const crossed = order.crossed && t("takes.crossed", { ingredient: t(`ingredient.${order.crossed}`, { n: 2 }) });
  return `${title(order, t)}: ${takes}${crossed ?? ""}`;
}
