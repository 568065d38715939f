import { expect, test } from "vitest";
import { gameUi } from "./index";

test("a game without a table of its own gets the plain one", async () => {
  const plain = await import("./plain/Table.svelte");
  expect((await gameUi("tiny-tricks").loadTable()).default).toBe(plain.default);
  expect((await gameUi("constructor").loadTable()).default).toBe(plain.default);
  expect((await gameUi("chefs-hat").loadTable()).default).not.toBe(plain.default);
});

test("scores are counted in points unless the game says otherwise", () => {
  expect(gameUi("tiny-tricks").scoreKey).toBe("page.points");
  expect(gameUi("mamma-mia").scoreKey).toBe("page.orders");
});
