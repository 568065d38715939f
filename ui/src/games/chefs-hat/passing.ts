/** When the page passes for the reader. */
import type { Choice } from "../../protocol/messages";
import type { Speed } from "../../settings.svelte";

/** Milliseconds in which the reader can see why, and press a button instead. */
export const BEAT: Record<Speed, number> = { slow: 1600, normal: 900, fast: 500, instant: 250 };

/** "forced": nothing else is possible. "chosen": the reader gave up this pizza beforehand. null: the reader decides. */
export function reasonToPass(legal: readonly Choice[], gaveUp: boolean, autopass: boolean): "forced" | "chosen" | null {
  if (!legal.some(({ action }) => action === "pass")) return null;
  if (gaveUp) return "chosen";
  return autopass && legal.length === 1 ? "forced" : null;
}
