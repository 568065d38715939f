/** The page's words, from the same message files as the server's. One language is loaded at a time. */
import { IntlMessageFormat } from "intl-messageformat";

export type Arguments = Record<string, string | number | boolean | null>;
export type Translate = (key: string, args?: Arguments) => string;

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

/** What every page needs, and what the rules' pages need besides. A new language is a folder in src/forno/locales, a file in messages/ and a line here. */
export const LANGUAGES: Record<string, { all: Loader; rules: Loader }> = {
  en: { all: () => import("./messages/en"), rules: () => import("@locales/en/rules.json") },
  it: { all: () => import("./messages/it"), rules: () => import("@locales/it/rules.json") },
  fr: { all: () => import("./messages/fr"), rules: () => import("@locales/fr/rules.json") },
};

/** The first of the wanted languages that there is; "it-CH" is content with "it". */
export function best(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find((tag) => tag in LANGUAGES) ?? "en";
}

export class Words {
  language = $state("en");
  #messages: Messages = $state.raw({});
  #formats = new Map<string, IntlMessageFormat>();

  async use(language: string): Promise<void> {
    const found = best([language]);
    const { default: messages } = await LANGUAGES[found]!.all();
    this.#formats.clear();
    this.#messages = messages;
    this.language = found;
    if (typeof document !== "undefined") document.documentElement.lang = this.language;
  }

  /** The texts of the rules' pages, which nobody else needs. */
  async addRules(): Promise<void> {
    const { default: messages } = await LANGUAGES[this.language]!.rules();
    this.#messages = { ...this.#messages, ...messages };
  }

  has(key: string): boolean {
    return key in this.#messages;
  }

  /** A message; arguments are data, never markup. A key without a message is shown as it is, so that it is noticed. */
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
}

export const words = new Words();
