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
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";

/** The files of the page. The build fills this in (vite.config.ts). */
declare const FILES: PrecacheEntry[];

/** Seconds to wait for a slow network before the page opens from the device. */
const PATIENCE = 5;

cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: "/index.html" })],
    }),
    { denylist: [/^\/(api|ws|health)(\/|$)/] },
  ),
);
// Without these settings, "/" would be answered by the stored index.html.
precacheAndRoute(FILES, { directoryIndex: "", cleanURLs: false });
