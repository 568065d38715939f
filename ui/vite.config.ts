/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// `npm run dev` serves the page from source. Tables and moves come from a running `forno serve`.
const server = process.env.FORNO_SERVER ?? "http://127.0.0.1:8000";

const SERVICE_WORKER = "sw.js";

/** Tells the service worker which files to keep. Names in assets/ change with their contents; the others need a revision. */
const listFiles: Plugin = {
  name: "list-files",
  enforce: "post",
  generateBundle(_, bundle) {
    const worker = bundle[SERVICE_WORKER];
    if (worker?.type !== "chunk") throw new Error("The service worker was not built.");
    if (worker.imports.length)
      throw new Error("The service worker must be one file: browsers load it as a plain script.");
    const files = Object.values(bundle)
      .filter((file) => file !== worker)
      .map((file) => {
        const revision = createHash("sha256").update(file.type === "chunk" ? file.code : file.source);
        return {
          url: file.fileName, // relative to the service worker
          revision: file.fileName.startsWith("assets/") ? null : revision.digest("hex"),
        };
      });
    worker.code = worker.code.replace(/\bFILES\b/, () => JSON.stringify(files));
  },
};

export default defineConfig({
  plugins: [svelte(), listFiles],
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
    rolldownOptions: {
      input: { index: here("index.html"), sw: here("src/service-worker.ts") },
      output: { entryFileNames: ({ name }) => (name === "sw" ? SERVICE_WORKER : "assets/[name]-[hash].js") },
      checks: { pluginTimings: false },
    },
  },
  server: {
    fs: { allow: [here("."), here("../src/forno/locales")] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false, // no test leaves anything behind in a module, so files can share a worker
    testTimeout: 60_000, // a busy machine takes long to load a component
  },
});
