/** Maps addresses to pages, and navigates without reloading. */

import { BASE, pathTo } from "./base";

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string }
  | { page: "game"; id: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "not-found" };

export function parseRoute(path: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (rest.length) return { page: "not-found" };
  if (!first) return { page: "lobby" };
  if (second) {
    if (first === "t") return { page: "table", id: second };
    if (first === "g") return { page: "game", id: second };
    if (first === "rules") return { page: "rules", game: second };
    if (first === "learn") return { page: "learn", game: second };
  }
  return { page: "not-found" };
}

/** The address without the part of it that every page has. */
const ownPath = () => (location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) : location.pathname);

class Router {
  route: Route = $state.raw(parseRoute(ownPath()));
  /** The number of navigations. A page is created anew for each, even at the same address. */
  navigations = $state(0);

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.#update();
    scrollTo(0, 0);
  }

  /** Handles the browser's back and forward buttons, and clicks on links to our own pages. */
  listen(): void {
    addEventListener("popstate", () => this.#update());
    document.addEventListener("click", (click) => {
      const link = click.target instanceof Element ? click.target.closest("a") : null;
      const plain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
      if (!link || !plain || click.defaultPrevented || link.target || link.download || link.origin !== location.origin)
        return;
      if (link.pathname.startsWith(pathTo("/api/")) || link.hash) return;
      click.preventDefault();
      this.go(link.pathname);
    });
  }

  #update(): void {
    this.route = parseRoute(ownPath());
    this.navigations += 1;
  }
}

export const router = new Router();
