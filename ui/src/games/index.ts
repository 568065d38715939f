/** What the page knows about each game. A game that is not listed here gets plain defaults. */
import type { Look } from "../lib/look";
import type { TableComponent } from "./props";

export interface GameUi {
  /** Tables are loaded when they are needed: nobody plays all games at once. */
  loadTable: () => Promise<{ default: TableComponent }>;
  /** Key of the message for a final score; its argument is `n`. */
  scoreKey: string;
  /** Key of the message for the name of a round; its argument is `n`. */
  roundKey: string;
  /** The picture in the lobby: a fan of cards and the name of a drawing. */
  picture: { cards: Look[]; badge: string };
}

const ingredients = (...kinds: string[]): Look[] => kinds.map((ingredient) => ({ ingredient }));
const numbers = (...cards: string[]): Look[] => cards.map((card) => ({ card }));

const GAMES = new Map<string, GameUi>([
  [
    "mamma-mia",
    {
      loadTable: () => import("./mamma-mia/Table.svelte"),
      scoreKey: "page.orders",
      roundKey: "result.round",
      picture: { cards: ingredients("pineapple", "pepper", "salami", "mushroom", "olive"), badge: "mamma-mia" },
    },
  ],
  [
    "mamma-mia-plus",
    {
      loadTable: () => import("./mamma-mia/Table.svelte"),
      scoreKey: "page.orders",
      roundKey: "result.round",
      picture: { cards: ingredients("shrimp", "olive", "salami", "pineapple", "shrimp"), badge: "waiter" },
    },
  ],
  [
    "chefs-hat",
    {
      loadTable: () => import("./chefs-hat/Table.svelte"),
      scoreKey: "page.points",
      roundKey: "result.shift",
      picture: { cards: numbers("3", "7", "golden", "joker"), badge: "hat-chef" },
    },
  ],
]);

/** The games that have a table of their own. */
export const GAME_IDS: readonly string[] = [...GAMES.keys()];

const PLAIN: GameUi = {
  loadTable: () => import("./plain/Table.svelte"),
  scoreKey: "page.points",
  roundKey: "result.round",
  picture: { cards: Array.from({ length: 5 }, (): Look => ({ back: "pizza" })), badge: "pizza" },
};

export const gameUi = (game: string): GameUi => GAMES.get(game) ?? PLAIN;
