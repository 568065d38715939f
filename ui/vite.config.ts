/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// `npm run dev` serves the page from source. Tables and moves come from a running `forno serve`.
const server = process.env.FORNO_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server may live at any path; it makes the addresses in index.html absolute
  resolve: {
    alias: { "@locales": here("../src/forno/locales") },
    // Test the client build of components, not the one for rendering on a server.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: here("../src/forno/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy forbids data: URLs
    reportCompressedSize: false, // tests/web/test_size.py checks it
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    fs: { allow: [here("."), here("../src/forno/locales")] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
