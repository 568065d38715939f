/** The messages of several files, which have no key in common. */
export const merged = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files));
