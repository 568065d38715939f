import { expect, test } from "vitest";
import { reasonToPass } from "./passing";

const choices = (...actions: string[]) => actions.map((action) => ({ action, label: action }));

test("the page passes where nothing else is possible, if the reader wants that", () => {
  expect(reasonToPass(choices("pass"), false, true)).toBe("forced");
  expect(reasonToPass(choices("pass"), false, false)).toBeNull();
  expect(reasonToPass(choices("pass", "3x1"), false, true)).toBeNull();
});

test("the page passes on a pizza that the reader gave up, and only where passing is possible", () => {
  expect(reasonToPass(choices("pass", "3x1"), true, false)).toBe("chosen");
  expect(reasonToPass(choices("3x1"), true, true)).toBeNull();
  expect(reasonToPass([], true, true)).toBeNull();
});
