/** How a card looks: the face of an ingredient or of a Chef's Hat card, a back, or a drawing without a card. */
export type Look =
  | { ingredient: string }
  | { card: string }
  | { back: "supply" | "waiter" | "pizza"; colour?: string | undefined }
  | { drawing: string };
