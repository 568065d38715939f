/** What an order takes, as lines of its slip and in words. */
import type { Counts } from "../../lib/counts";
import type { Order } from "../../protocol/messages";
import { joined, type Translate } from "../../words.svelte";

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

/** The name of an order, as in the log: "Bombastica", "Mamma Mia 2", or "4 olives" for a plain pizza. */
export const title = (order: Order, t: Translate): string => orderName(order.name, t);

/** The name of an order from its canonical name: "4 olives" for `4-olive`. */
export function orderName(name: string, t: Translate): string {
  const numbered = /^(.+)-(\d+)$/.exec(name);
  if (numbered) return t("order.numbered", { order: orderName(numbered[1]!, t), number: numbered[2]! });
  if (!/^\d/.test(name)) return t(`order.${name}`);
  const cards = [...name.matchAll(/(\d+)-([a-z]+)/g)].map(([, n, kind]) => [kind!, Number(n)]);
  return describeCards(Object.fromEntries(cards), t);
}

/** "2 olives and 3 salami". */
export function describeCards(cards: Counts, t: Translate): string {
  const parts = Object.entries(cards).map(([kind, n]) => `${n} ${t(`ingredient.${kind}`, { n })}`);
  return joined(parts, t);
}

/** Everything that an order takes, for screen readers and tooltips. */
export function describeOrder(order: Order, t: Translate): string {
  if (!order.form) return title(order, t);
  const [first = "", second = ""] = order.of.map((kind) => t(`ingredient.${kind}`, { n: order.cards }));
  const takes = t(`takes.${order.form}`, { needs: describeCards(order.needs, t), n: order.cards, first, second });
  const crossed = order.crossed && t("takes.crossed", { ingredient: t(`ingredient.${order.crossed}`, { n: 2 }) });
  return t("order.takes", { order: title(order, t), takes: `${takes}${crossed ?? ""}` });
}
