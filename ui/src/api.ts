/** What is asked over HTTP. Whatever goes wrong is a Failure with a sentence for people, in their language. */
import type { Games, Made, Me, NewTable, Replay, Tables, Trouble } from "./protocol/messages";
import { words } from "./words.svelte";

export class Failure extends Error {
  constructor(
    readonly code: Trouble["code"] | "offline",
    sentence: string,
  ) {
    super(sentence);
  }
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const separator = path.includes("?") ? "&" : "?";
  let response: Response;
  try {
    response = await fetch(`/api/${path}${separator}lang=${words.language}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
    });
    if (response.ok) return (await response.json()) as T;
  } catch {
    throw new Failure("offline", words.t("page.offline"));
  }
  const trouble = (await response.json().catch(() => null)) as Trouble | null;
  throw new Failure(trouble?.code ?? "offline", trouble?.sentence ?? words.t("page.offline"));
}

export const games = () => ask<Games>("GET", "games");
export const tables = () => ask<Tables>("GET", "tables");
export const me = () => ask<Me>("GET", "me");
export const rename = (name: string) => ask<Me>("PUT", "me", { name });
export const make = (wish: NewTable) => ask<Made>("POST", "tables", wish);
export const replay = (table: string) => ask<Replay>("GET", `tables/${encodeURIComponent(table)}/replay`);
export const recordPath = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;

/** The address of a table's socket. */
export function socketUrl(table: string, language: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}?lang=${language}`;
}
