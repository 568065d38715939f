/** The page's messages, from the same files as the server's. One language is loaded at a time. */
import { IntlMessageFormat } from "intl-messageformat";

export type Arguments = Record<string, string | number | boolean | null>;
export type Translate = (key: string, args?: Arguments) => string;

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

/** The messages of each language. Those of the rules and of the tutorials are loaded only there. To add a language, add a folder in src/forno/locales, a file in messages/ and a line here. */
export const LANGUAGES: Record<string, { page: Loader; rules: Loader; tutorial: Loader }> = {
  en: {
    page: () => import("./messages/en"),
    rules: () => import("@locales/en/rules.json"),
    tutorial: () => import("@locales/en/tutorial.json"),
  },
  it: {
    page: () => import("./messages/it"),
    rules: () => import("@locales/it/rules.json"),
    tutorial: () => import("@locales/it/tutorial.json"),
  },
  fr: {
    page: () => import("./messages/fr"),
    rules: () => import("@locales/fr/rules.json"),
    tutorial: () => import("@locales/fr/tutorial.json"),
  },
  de: {
    page: () => import("./messages/de"),
    rules: () => import("@locales/de/rules.json"),
    tutorial: () => import("@locales/de/tutorial.json"),
  },
  es: {
    page: () => import("./messages/es"),
    rules: () => import("@locales/es/rules.json"),
    tutorial: () => import("@locales/es/tutorial.json"),
  },
};

/** The first available language among the wanted ones; "it-CH" matches "it". */
export function bestLanguage(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** "tiny-tricks" and "cards_left" as people write them: for names that have no message. */
export function humanise(id: string): string {
  const text = id.replace(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Anna, Bruno and Carla". */
export function joined(parts: readonly string[], t: Translate): string {
  const last = parts.at(-1) ?? "";
  const some = parts.slice(0, -1);
  if (!some.length) return last;
  return t("list.last", { first: some.reduce((first, next) => t("list.more", { first, next })), last });
}

export class Words {
  language = $state("en");
  #messages: Messages = $state.raw({});
  #formats = new Map<string, IntlMessageFormat>();

  async setLanguage(language: string): Promise<void> {
    const found = bestLanguage([language]);
    const { default: messages } = await LANGUAGES[found]!.page();
    this.#formats.clear();
    this.#messages = messages;
    this.language = found;
    if (typeof document !== "undefined") document.documentElement.lang = this.language;
  }

  loadRules = (): Promise<void> => this.#add("rules");
  loadTutorial = (): Promise<void> => this.#add("tutorial");

  async #add(part: "rules" | "tutorial"): Promise<void> {
    const { default: messages } = await LANGUAGES[this.language]![part]();
    this.#messages = { ...this.#messages, ...messages };
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#messages, key);
  }

  /** A message with its arguments filled in; arguments are never markup. A missing message gives the key itself, so that it is noticed. */
  t: Translate = (key, args) => {
    const message = this.#messages[key];
    if (message === undefined) return key;
    let format = this.#formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true });
      this.#formats.set(key, format);
    }
    return String(format.format(args));
  };

  /** A message that may be missing, because its key is built from the name of a game, an option or a level. */
  optional(key: string, fallback: string, args?: Arguments): string {
    return this.has(key) ? this.t(key, args) : fallback;
  }

  /** A game's title. A game without a message is shown by its id. */
  gameTitle(game: string): string {
    return this.optional(`game.${game}`, humanise(game));
  }

  /** The name of a bot's level. A level of one's own is shown by its id. */
  levelName(level: string): string {
    return this.optional(`level.${level}`, level);
  }
}

export const words = new Words();
