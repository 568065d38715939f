/** A result in words. The terminal makes the same sentences of the same messages (src/forno/words/results.py). */
import type { Result, Tie } from "./protocol/messages";
import { joined, type Translate } from "./words.svelte";

/** The name of an order. */
type OrderName = (name: string, t: Translate) => string;

/** What breaks ties, by game. */
const TIES: Record<string, string> = {
  "chefs-hat": "shift",
  "mamma-mia": "ingredients",
  "mamma-mia-plus": "ingredients",
};

/** How many orders that failed by one card are named. */
const MOST_NAMED = 4;

/** What decided, and what else is worth telling. */
export function resultSentences(
  game: string,
  result: Result,
  names: string[],
  orderName: OrderName,
  t: Translate,
): string[] {
  const sentences = result.ties.map((tie) => tieSentence(game, tie, result.places, names, t));
  const helpers = names.flatMap((name, seat) => (result.rewards[seat] ? [number(name, result.rewards[seat], t)] : []));
  if (helpers.length) sentences.push(t("result.rewards", { list: joined(helpers, t) }));
  const missed = nearMisses(result, names, orderName, t);
  if (missed.length) sentences.push(t("result.near-misses", { list: joined(missed, t) }));
  return sentences;
}

/** Each order that failed by one card; of many, how many each player had. */
function nearMisses({ near_misses: missed }: Result, names: string[], orderName: OrderName, t: Translate): string[] {
  if (missed.length <= MOST_NAMED)
    return missed.map(({ seat, order, round }) =>
      t("result.near-miss", { name: names[seat] ?? "", order: orderName(order, t), round }),
    );
  const counts = names.map((_, player) => missed.filter(({ seat }) => seat === player).length);
  return names.flatMap((name, seat) => (counts[seat] ? [number(name, counts[seat], t)] : []));
}

function tieSentence(game: string, tie: Tie, places: number[], names: string[], t: Translate): string {
  const kind = TIES[game] ?? "plain";
  const numbers = tie.numbers.map((n, k) =>
    number(names[tie.seats[k]!] ?? "", kind === "shift" ? t("table.place", { place: n }) : n, t),
  );
  const sentence = t(`result.tie.${kind}`, {
    names: joined(
      tie.seats.map((seat) => names[seat] ?? ""),
      t,
    ),
    n: tie.score,
    numbers: joined(numbers, t),
  });
  const shared = tie.seats.filter((seat) => places[seat] === 1).length > 1;
  return shared ? `${sentence} ${t("result.tie.shared")}` : sentence;
}

const number = (name: string, value: number | string, t: Translate): string =>
  t("result.tie.number", { name, number: String(value) });

/** The seats in the order of their places. */
export const ranking = ({ places }: Result): number[] =>
  places.map((_, seat) => seat).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));

/** A result as text to share: a title, a line for each player, and the sentences. */
export function shareText(title: string, result: Result, names: string[], sentences: string[]): string {
  const lines = ranking(result).map((seat) => {
    const rounds = result.rounds.map((points) => points[seat] ?? 0).join(" + ");
    return `${result.places[seat]}. ${names[seat]}: ${result.scores[seat]}${rounds && ` (${rounds})`}`;
  });
  return [title, ...lines, ...sentences].join("\n");
}
