/** The text of every drawing, by file name. Inlined, so that the page's colours apply to them. */
const files = import.meta.glob<string>("./*.svg", { eager: true, query: "?raw", import: "default" });

export const drawings: Record<string, string> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice(2, -4), text]),
);
