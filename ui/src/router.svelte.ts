/** Which page an address means, and going from one to another without loading anew. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string }
  | { page: "game"; id: string }
  | { page: "rules"; game: string }
  | { page: "nowhere" };

export function read(path: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (rest.length) return { page: "nowhere" };
  if (!first) return { page: "lobby" };
  if (second) {
    if (first === "t") return { page: "table", id: second };
    if (first === "g") return { page: "game", id: second };
    if (first === "rules") return { page: "rules", game: second };
  }
  return { page: "nowhere" };
}

class Router {
  route: Route = $state.raw(read(location.pathname));
  /** Counts arrivals, so that a page can be made anew at the same address. */
  arrivals = $state(0);

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** Follow the browser's own buttons, and links to our own pages. */
  listen(): void {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (click) => {
      const link = click.target instanceof Element ? click.target.closest("a") : null;
      const plain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
      if (!link || !plain || click.defaultPrevented || link.target || link.download || link.origin !== location.origin)
        return;
      if (link.pathname.startsWith("/api/") || link.hash) return;
      click.preventDefault();
      this.go(link.pathname);
    });
  }

  #arrive(): void {
    this.route = read(location.pathname);
    this.arrivals += 1;
  }
}

export const router = new Router();
