import { expect, test } from "vitest";
import type { Order } from "../../protocol/messages";
import { Words } from "../../words.svelte";
import { describeCards, describeOrder, title } from "./orders";

const order = (name: string, more: Partial<Order> = {}): Order => ({
  name,
  seat: 0,
  form: "normale",
  needs: {},
  kinds: 0,
  cards: 0,
  of: [],
  crossed: null,
  ...more,
});

async function translate(language: string) {
  const words = new Words();
  await words.setLanguage(language);
  return words.t;
}

test.each([
  ["4-olive", "4 olives"],
  ["2-olive-2-mushroom", "2 olives and 2 mushrooms"],
  ["each", "1 of each"],
  ["each-2", "1 of each 2"],
  ["4-olive-3", "4 olives 3"],
  ["monotoni-junior", "Monotoni junior"],
  ["mamma-mia-2", "Mamma Mia 2"],
])("%s has the name that the log gives it", async (name, expected) => {
  expect(title(order(name), await translate("en"))).toBe(expected);
});

test("an order is described with what it takes, by the language's own punctuation", async () => {
  const plain = order("4-salami", { needs: { pepper: 1, salami: 4 } });
  expect(describeOrder(plain, await translate("fr"))).toBe("4 chorizos\u00a0: 1 piment et 4 chorizos");
  expect(describeOrder(plain, await translate("de"))).toBe("4 Salami: 1 Peperoni und 4 Salami");
});

test("cards are listed", async () => {
  expect(describeCards({ olive: 2, salami: 1, shrimp: 3 }, await translate("en"))).toBe(
    "2 olives, 1 salami and 3 shrimp",
  );
  expect(describeCards({}, await translate("en"))).toBe("");
});
