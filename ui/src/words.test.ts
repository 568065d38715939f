import { expect, test } from "vitest";
import { best, LANGUAGES, Words } from "./words.svelte";

test("the browser's first language that there is", () => {
  expect(best(["de-AT", "it-CH", "en"])).toBe("it");
  expect(best(["de"])).toBe("en");
  expect(best(["", "fr"])).toBe("fr");
});

test.each(Object.keys(LANGUAGES))("%s: messages with arguments, plurals and names as they are", async (language) => {
  const words = new Words();
  await words.use(language);
  expect(words.language).toBe(language);
  expect(words.t("page.players", { low: 2, high: 5 })).toMatch(/2.5/);
  expect(words.t("page.turn.other", { name: "<b>'{n}'</b>" })).toContain("<b>'{n}'</b>");
  expect(words.t("page.spectators", { n: 1 })).not.toBe(words.t("page.spectators", { n: 2 }));
});

test("a key without a message is seen", () => {
  expect(new Words().t("page.no-such-key")).toBe("page.no-such-key");
});
