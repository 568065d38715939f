/** Any view as rows of text. */
import { humanise } from "../../words.svelte";

export interface Field {
  name: string;
  text: string;
}

/** Fields that the page shows elsewhere. */
const SHOWN_ELSEWHERE = new Set(["game", "actor"]);

/** The fields of a view, with one row for each field of a nested object. A plain view has most of them in `fields`. */
export function viewFields(view: object): Field[] {
  const { fields, ...others }: { fields?: unknown } = view;
  return Object.entries({ ...others, ...(isRecord(fields) ? fields : {}) })
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .flatMap(([name, value]) => rows(humanise(name), value));
}

function rows(name: string, value: unknown): Field[] {
  if (!isRecord(value) || !Object.keys(value).length) return [{ name, text: valueText(value) }];
  return Object.entries(value).flatMap(([key, inner]) => rows(`${name}: ${humanise(key).toLowerCase()}`, inner));
}

/** A value on one line. Nested values are in parentheses. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(nestedText).join(", ") || "–";
  if (isRecord(value))
    return (
      Object.entries(value)
        .map(([key, inner]) => `${humanise(key).toLowerCase()} ${nestedText(inner)}`)
        .join(", ") || "–"
    );
  if (typeof value === "boolean") return value ? "✓" : "✗";
  return value === null || value === undefined || value === "" ? "–" : String(value);
}

const nestedText = (value: unknown): string =>
  typeof value === "object" && value !== null ? `(${valueText(value)})` : valueText(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
