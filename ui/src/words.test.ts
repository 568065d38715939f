import { expect, test } from "vitest";
import { bestLanguage, LANGUAGES, Words } from "./words.svelte";

test("the first available language of the browser is chosen", () => {
  expect(bestLanguage(["nl-BE", "it-CH", "en"])).toBe("it");
  expect(bestLanguage(["nl"])).toBe("en");
  expect(bestLanguage(["de-AT", "en"])).toBe("de");
  expect(bestLanguage(["", "fr"])).toBe("fr");
});

test.each(Object.keys(LANGUAGES))("%s: messages take plurals and arguments, which are not markup", async (language) => {
  const words = new Words();
  await words.setLanguage(language);
  expect(words.language).toBe(language);
  expect(words.t("page.players", { low: 2, high: 5 })).toMatch(/2.5/);
  expect(words.t("page.turn.other", { name: "<b>'{n}'</b>" })).toContain("<b>'{n}'</b>");
  expect(words.t("page.spectators", { n: 1 })).not.toBe(words.t("page.spectators", { n: 2 }));
});

test("a missing message shows its key", () => {
  expect(new Words().t("page.no-such-key")).toBe("page.no-such-key");
});

test("an optional message falls back", async () => {
  const words = new Words();
  await words.setLanguage("en");
  expect(words.optional("page.players.exactly", "–", { n: 4 })).toBe("4 players");
  expect(words.optional("page.pitch.tiny-tricks", "")).toBe("");
});

test("a game without a message is shown by its id", async () => {
  const words = new Words();
  await words.setLanguage("en");
  expect(words.gameTitle("mamma-mia")).toBe("Mamma Mia!");
  expect(words.gameTitle("tiny-tricks")).toBe("Tiny tricks");
});
