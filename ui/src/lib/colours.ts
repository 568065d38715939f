/** The colours of cards and players. Ink on paper has a contrast of at least 4.5 to 1. */

export interface Tone {
  /** Numerals and titles. */
  ink: string;
  /** Background. */
  paper: string;
}

/** Ingredients of the Mamma Mia! games. A player has the colour of their personal ingredient. */
export const INGREDIENTS: Record<string, Tone> = {
  pineapple: { ink: "#7d5200", paper: "#fff0bf" },
  olive: { ink: "#54316f", paper: "#eee3f6" },
  pepper: { ink: "#2a6125", paper: "#e1f0d6" },
  mushroom: { ink: "#6d4420", paper: "#f3e4d0" },
  salami: { ink: "#93271b", paper: "#fbdcd3" },
  shrimp: { ink: "#9c3350", paper: "#ffe0e3" },
};

/** Cards of Chef's Hat. */
const CARDS: Record<string, Tone & { drawing: string }> = {
  "1": { drawing: "chilli", ink: "#a81f14", paper: "#ffe3da" },
  "2": { drawing: "shrimp", ink: "#a63f33", paper: "#ffe6df" },
  "3": { drawing: "basil", ink: "#1f5a2c", paper: "#e3f2dd" },
  "4": { drawing: "gorgonzola", ink: "#285f6b", paper: "#f2f3de" },
  "5": { drawing: "pepper", ink: "#2a6125", paper: "#eef3c8" },
  "6": { drawing: "olive", ink: "#4b2f60", paper: "#efe5f5" },
  "7": { drawing: "salami", ink: "#7d1f1c", paper: "#fbdfd6" },
  "8": { drawing: "mushroom", ink: "#6d4420", paper: "#f4e8d8" },
  "9": { drawing: "onion", ink: "#7d2352", paper: "#fae4ee" },
  "10": { drawing: "tomato", ink: "#9c2315", paper: "#ffe0d3" },
  "11": { drawing: "mozzarella", ink: "#54503f", paper: "#f7f6ee" },
  golden: { drawing: "golden", ink: "#7d4f00", paper: "#ffeaa8" },
  joker: { drawing: "joker", ink: "#5a3a72", paper: "#fdf3d6" },
};

/** The colours and drawing of a Chef's Hat card; plain ones for a card it does not know. */
export const cardTone = (card: string): Tone & { drawing: string } =>
  CARDS[card] ?? { drawing: "pizza", ink: "#2a2321", paper: "#f4e8d4" };
