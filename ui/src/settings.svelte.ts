/** A person's settings on this device, kept in localStorage. If storage is unavailable they last until the page is closed. */

export type Speed = "slow" | "normal" | "fast" | "instant";
export type Theme = "auto" | "light" | "dark";

export interface Settings {
  speed: Speed;
  sounds: boolean;
  guide: boolean;
  /** New tables against bots show what is in the oven. */
  memoryAid: boolean;
  theme: Theme;
  /** null follows the browser. */
  language: string | null;
  /** Keys of the hints that have been read. */
  met: string[];
  /** The device asks for reduced motion. Not stored. */
  readonly reduced: boolean;
}

const KEY = "forno.settings";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "instant"];
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function readStorage(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const oneOf = <T>(values: readonly T[], value: unknown, fallback: T): T =>
  values.includes(value as T) ? (value as T) : fallback;

function load(): Settings {
  const stored = readStorage();
  return {
    speed: oneOf(SPEEDS, stored.speed, "normal"),
    sounds: stored.sounds === true,
    guide: stored.guide !== false,
    memoryAid: stored.memoryAid === true,
    theme: oneOf(THEMES, stored.theme, "auto"),
    language: typeof stored.language === "string" ? stored.language : null,
    met: Array.isArray(stored.met) ? stored.met.filter((item) => typeof item === "string") : [],
    get reduced() {
      return matchMedia("(prefers-reduced-motion: reduce)").matches;
    },
  };
}

export const settings: Settings = $state(load());

/** Stores the settings and applies the theme from now on. Called once, by main.ts. */
export function watchSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = () => {
    const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
    document.documentElement.dataset.theme = theme;
  };
  dark.addEventListener("change", applyTheme);
  $effect.root(() => {
    $effect(applyTheme);
    $effect(() => {
      const { reduced: _, ...values } = settings;
      const text = JSON.stringify(values);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage is full or blocked.
      }
    });
  });
}
