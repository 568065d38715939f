/** What a person has set on this device. Kept in the browser's storage; a storage that is closed loses it, and nothing else. */

export type Speed = "slow" | "normal" | "fast" | "instant";
export type Theme = "auto" | "light" | "dark";

export interface Settings {
  speed: Speed;
  sounds: boolean;
  guide: boolean;
  theme: Theme;
  /** null: as the browser says. */
  language: string | null;
  /** Decisions whose hint has been read. */
  met: string[];
  /** The device asks for less motion; follows the device, is not kept. */
  readonly reduced: boolean;
}

const KEY = "forno.settings";
const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "instant"];
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function kept(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const among = <T>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.includes(value as T) ? (value as T) : otherwise;

function load(): Settings {
  const found = kept();
  return {
    speed: among(SPEEDS, found.speed, "normal"),
    sounds: found.sounds === true,
    guide: found.guide !== false,
    theme: among(THEMES, found.theme, "auto"),
    language: typeof found.language === "string" ? found.language : null,
    met: Array.isArray(found.met) ? found.met.filter((item) => typeof item === "string") : [],
    get reduced() {
      return matchMedia("(prefers-reduced-motion: reduce)").matches;
    },
  };
}

export const settings: Settings = $state(load());

/** Keep them, and dress the page in the chosen theme, from now on. Called once, by main.ts. */
export function watchSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
    document.documentElement.dataset.theme = theme;
  };
  dark.addEventListener("change", dress);
  $effect.root(() => {
    $effect(dress);
    $effect(() => {
      const { reduced: _, ...values } = settings;
      const text = JSON.stringify(values);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage is full or closed: the settings hold until the page is left.
      }
    });
  });
}
