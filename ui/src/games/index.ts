/** Which table belongs to which game. Loaded when needed: nobody plays all games at once. */
import type { TableComponent } from "./props";

type Loader = () => Promise<{ default: TableComponent }>;

export const tables: Record<string, Loader> = {
  "mamma-mia": () => import("./mamma-mia/Table.svelte"),
  "mamma-mia-plus": () => import("./mamma-mia/Table.svelte"),
  "chefs-hat": () => import("./chefs-hat/Table.svelte"),
};
