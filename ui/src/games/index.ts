/** Which table belongs to which game. Loaded when needed: nobody plays all games at once. */
import type { TableComponent } from "./props";

type Loader = () => Promise<{ default: TableComponent }>;

export const tables: Record<string, Loader> = {
  "mamma-mia": () => import("./plain/Table.svelte"),
  "mamma-mia-plus": () => import("./plain/Table.svelte"),
  "chefs-hat": () => import("./plain/Table.svelte"),
};
