import { merged } from "./merged";

export default merged(
  import.meta.glob<Record<string, string>>("@locales/es/{names,page,table,guide}.json", {
    eager: true,
    import: "default",
  }),
);
