/** All drawings, as text, by the names of their files: small enough to come along, and styled by the page's colours. */
const files = import.meta.glob<string>("./*.svg", { eager: true, query: "?raw", import: "default" });

export const drawings: Record<string, string> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice(2, -4), text]),
);
