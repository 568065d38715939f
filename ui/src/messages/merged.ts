/** The messages of several files; no key is in two. */
export const merged = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files));
