import { expect, test } from "vitest";
import { keeps, sha256 } from "./commitment";

const zero = "00".repeat(32);
const promise = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

test("SHA-256 of 32 zero bytes, as every other program computes it", async () => {
  expect(await sha256(zero)).toBe(promise);
});

test("a key keeps its own promise and no other", async () => {
  expect(await keeps(promise.toUpperCase(), zero)).toBe(true);
  expect(await keeps(promise, "01" + zero.slice(2))).toBe(false);
});
