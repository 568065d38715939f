import { expect, test } from "vitest";
import { latestAfter, NOTHING, type Latest, type Speaking } from "./latest";

interface Said {
  number: number;
  name: string;
  seat: number | null;
}
const SPEAKING: Speaking<Said> = {
  speaker: ({ seat }) => seat,
  clears: ({ name, seat }, me) => name === "round" || seat === me,
  adds: ({ name }) => name === "order",
};
const ME = 0;
let latest: Latest<Said> = NOTHING;
const names = (events: Omit<Said, "number">[], first = 0) => {
  latest = events.reduce<Latest<Said>>(
    (before, event, k) => latestAfter(before, { number: first + k, ...event }, ME, SPEAKING),
    latest,
  );
  return Object.fromEntries(Object.entries(latest.bySeat).map(([seat, said]) => [seat, said.map(({ name }) => name)]));
};

test("what seats did since the reader's own turn", () => {
  expect(
    names([
      { name: "olive", seat: 1 },
      { name: "order", seat: 1 },
      { name: "salami", seat: 2 },
    ]),
  ).toEqual({
    1: ["olive", "order"],
    2: ["salami"],
  });
  const same = latest;
  names([{ name: "order", seat: 1 }], 1); // played before
  expect(latest).toBe(same);
  expect(names([{ name: "pepper", seat: 1 }], 3)).toEqual({ 1: ["pepper"], 2: ["salami"] });
  expect(
    names(
      [
        { name: "shrimp", seat: ME },
        { name: "olive", seat: 1 },
      ],
      4,
    ),
  ).toEqual({ 0: ["shrimp"], 1: ["olive"] });
  expect(names([{ name: "round", seat: null }], 6)).toEqual({});
});
