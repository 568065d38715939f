/** Where the page lives on its host: "" or, for example, "/forno" (`forno serve --base-path`). The server writes it into the page. */
export const BASE = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

/** The address of one of our own paths, such as "/t/AbCd". */
export const pathTo = (path: string): string => BASE + path;
