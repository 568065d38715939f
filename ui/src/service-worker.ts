/**
 * Keeps the page on the device, so that it opens without a connection. Everything that can change comes from the
 * network: addresses of the page are answered from the device only if the server cannot be reached, and the API and the
 * sockets never are. A new version takes over once the last page of the old one is closed.
 */
import {
  cleanupOutdatedCaches,
  precacheAndRoute,
  PrecacheFallbackPlugin,
  type PrecacheEntry,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";

/** The files of the page. The build fills this in (vite.config.ts). */
declare const FILES: PrecacheEntry[];

/** Seconds to wait for a slow network before the page opens from the device. */
const PATIENCE = 5;

/** The path of the lobby. The server may live at any path of its host; this file is at the top of it. */
const HOME = new URL("./", location.href).pathname;

/** What the server answers with something else than the page. */
const NO_PAGE = /^(api|ws|health|metrics)(\/|$)/;

cleanupOutdatedCaches();
registerRoute(
  ({ request, url }) => request.mode === "navigate" && !NO_PAGE.test(url.pathname.slice(HOME.length)),
  new NetworkOnly({
    networkTimeoutSeconds: PATIENCE,
    plugins: [new PrecacheFallbackPlugin({ fallbackURL: "index.html" })],
  }),
);
// Without these settings, "/" would be answered by the stored index.html.
precacheAndRoute(FILES, { directoryIndex: "", cleanURLs: false });
