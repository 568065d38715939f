import { describe, expect, test } from "vitest";
import { hasTutorial, loadCourse, Tutorial } from "./tutorial.svelte";
import { LANGUAGES, Words } from "./words.svelte";

const GAMES = ["mamma-mia", "mamma-mia-plus", "chefs-hat"];

test("only our own games have a tutorial", () => {
  expect(GAMES.every(hasTutorial)).toBe(true);
  expect(hasTutorial("tiny-game")).toBe(false);
});

describe.each(GAMES)("the tutorial of %s", (game) => {
  test.each(Object.keys(LANGUAGES))("in %s: every step has words, and its move is legal", async (language) => {
    const words = new Words();
    await words.setLanguage(language);
    await words.loadTutorial();
    const tutorial = new Tutorial(await loadCourse(game, language));
    const unknown: string[] = [];
    const moves: { label: string | null; afterLooking: number; afterAnotherMove: [number, boolean] }[] = [];
    for (const [at, { text, action, position }] of tutorial.course.steps.entries()) {
      if (!words.has(`tutorial.${text}`)) unknown.push(text);
      const label = tutorial.wanted;
      tutorial.next();
      if (action !== null) {
        const afterLooking = tutorial.at - at;
        tutorial.act("another move");
        moves.push({ label, afterLooking, afterAnotherMove: [tutorial.at - at, tutorial.strayed] });
        tutorial.act(action);
      }
      expect([tutorial.at, tutorial.strayed]).toEqual([at + 1, false]);
      expect(position?.events.some(({ sentence }) => typeof sentence === "number")).not.toBe(true);
      tutorial.played();
    }
    expect(unknown).toEqual([]);
    expect(moves.length).toBeGreaterThan(3);
    for (const move of moves)
      expect(move).toEqual({ label: expect.stringMatching(/\S/), afterLooking: 0, afterAnotherMove: [0, true] });
    tutorial.restart();
    expect([tutorial.at, tutorial.position]).toEqual([0, tutorial.course.start]);
  });
});
