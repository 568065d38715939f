/** A person's settings on this device, kept in localStorage. If storage is unavailable they last until the page is closed. */

export type Speed = "slow" | "normal" | "fast" | "instant";
export type Theme = "auto" | "light" | "dark";

/** A game against bots. */
export interface QuickPlay {
  players: number;
  level: string;
}

export interface Settings {
  speed: Speed;
  sounds: boolean;
  /** Show emotes. */
  emotes: boolean;
  guide: boolean;
  /** Pass by itself where nothing else is possible. */
  autopass: boolean;
  /** New tables against bots show what is in the oven. */
  memoryAid: boolean;
  theme: Theme;
  /** null follows the browser. */
  language: string | null;
  /** Keys of the hints that have been read. */
  met: string[];
  /** The last game against bots, by the game's id. */
  quick: Record<string, QuickPlay>;
  /** The tutorials have been offered. */
  invited: boolean;
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

function readQuick(value: unknown): Record<string, QuickPlay> {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter(([, one]) => typeof one?.players === "number" && typeof one?.level === "string"),
  );
}

const oneOf = <T>(values: readonly T[], value: unknown, fallback: T): T =>
  values.includes(value as T) ? (value as T) : fallback;

function load(): Settings {
  const stored = readStorage();
  return {
    speed: oneOf(SPEEDS, stored.speed, "normal"),
    sounds: stored.sounds === true,
    emotes: stored.emotes !== false,
    guide: stored.guide !== false,
    autopass: stored.autopass !== false,
    memoryAid: stored.memoryAid === true,
    theme: oneOf(THEMES, stored.theme, "auto"),
    language: typeof stored.language === "string" ? stored.language : null,
    met: Array.isArray(stored.met) ? stored.met.filter((item) => typeof item === "string") : [],
    quick: readQuick(stored.quick),
    invited: stored.invited === true,
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
