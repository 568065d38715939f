import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// `npm run dev` shows the page from its sources; tables and moves come from a `forno serve` beside it.
const server = process.env.FORNO_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { "@locales": here("../src/forno/locales") },
    // Components are tested as the browser runs them, not as a server would render them.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: here("../src/forno/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    reportCompressedSize: false, // tests/web/test_size.py does, and fails
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    fs: { allow: [here("."), here("../src/forno/locales")] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
