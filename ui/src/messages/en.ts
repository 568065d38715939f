import { merged } from "./merged";

export default merged(
  import.meta.glob<Record<string, string>>("@locales/en/{names,page,lobby,table,guide}.json", {
    eager: true,
    import: "default",
  }),
);
