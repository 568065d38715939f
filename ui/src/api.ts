/** The server's HTTP interface. Every failure is an ApiError whose message can be shown to people, in their language. */
import { pathTo } from "./base";
import type { Games, Made, Me, NewTable, Replay, Tables, Trouble } from "./protocol/messages";
import { words } from "./words.svelte";

export class ApiError extends Error {
  constructor(
    readonly code: Trouble["code"] | "offline",
    message: string,
  ) {
    super(message);
  }
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const separator = path.includes("?") ? "&" : "?";
  let response: Response;
  try {
    response = await fetch(pathTo(`/api/${path}${separator}lang=${words.language}`), {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
    });
    if (response.ok) return (await response.json()) as T;
  } catch {
    throw new ApiError("offline", words.t("page.offline"));
  }
  const trouble = (await response.json().catch(() => null)) as Trouble | null;
  throw new ApiError(trouble?.code ?? "offline", trouble?.sentence ?? words.t("page.offline"));
}

export const games = () => request<Games>("GET", "games");
export const tables = () => request<Tables>("GET", "tables");
export const me = () => request<Me>("GET", "me");
export const rename = (name: string) => request<Me>("PUT", "me", { name });
export const createTable = (table: NewTable) => request<Made>("POST", "tables", table);
export const replay = (table: string) => request<Replay>("GET", `tables/${encodeURIComponent(table)}/replay`);
export const recordPath = (table: string) => pathTo(`/api/tables/${encodeURIComponent(table)}/record`);
/** The name that the server gives to the file of a record. */
export const recordFile = (game: string, table: string) => `${game}-${table}.forno`;

export function socketUrl(table: string, language: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${pathTo("/ws/tables/")}${encodeURIComponent(table)}?lang=${language}`;
}
