import { expect, test } from "vitest";
import { matches, sha256 } from "./commitment";

const key = "00".repeat(32);
const commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

test("SHA-256 of 32 zero bytes has the known value", async () => {
  expect(await sha256(key)).toBe(commitment);
});

test("a key matches its own commitment and no other", async () => {
  expect(await matches(commitment.toUpperCase(), key)).toBe(true);
  expect(await matches(commitment, "01" + key.slice(2))).toBe(false);
});
