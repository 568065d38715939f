/** The page's words, from the same message files as the server's. One language is loaded at a time. */
import { IntlMessageFormat } from "intl-messageformat";

export type Arguments = Record<string, string | number | boolean | null>;
export type Translate = (key: string, args?: Arguments) => string;

type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

/** Every language by its own name. A new one is a folder in src/forno/locales, a file in messages/ and a line here. */
export const LANGUAGES: Record<string, { name: string; load: Loader }> = {
  en: { name: "English", load: () => import("./messages/en") },
  it: { name: "Italiano", load: () => import("./messages/it") },
  fr: { name: "Français", load: () => import("./messages/fr") },
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
    const { default: messages } = await LANGUAGES[best([language])]!.load();
    this.#formats.clear();
    this.#messages = messages;
    this.language = best([language]);
    if (typeof document !== "undefined") document.documentElement.lang = this.language;
  }

  /** More messages of the present language, for one page alone. */
  add(messages: Messages): void {
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
