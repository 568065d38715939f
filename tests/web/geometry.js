// What is wrong with the layout of a table's page: a list of sentences, empty if all is well.
async () => {
  // Cards are fitted to the room that they have, in the frames after it changes: wait until nothing moves.
  const places = () =>
    [...document.querySelectorAll("[data-hand] *, [data-bar] *")].map((e) => JSON.stringify(e.getBoundingClientRect())).join();
  for (let still = 0, before = "", frame = 0; still < 3 && frame < 100; frame++) {
    await new Promise(requestAnimationFrame);
    const now = places();
    still = now === before && document.documentElement.scrollHeight <= innerHeight ? still + 1 : 0;
    before = now;
  }

  const problems = [];
  const page = document.documentElement;
  const touch = innerWidth <= 900 || innerHeight <= 560;
  const name = (e) =>
    `${e.tagName.toLowerCase()}.${String(e.getAttribute("class")).replace(/\s*svelte-\S+/g, "")} "${e.textContent.replace(/\s+/g, " ").trim().slice(0, 50)}"`;

  /** The visible part of an element; null if there is none. */
  const visible = (e) => {
    if (!e.checkVisibility({ visibilityProperty: true })) return null;
    let { left, top, right, bottom } = e.getBoundingClientRect();
    for (let p = e.parentElement; p; p = p.parentElement) {
      if (!/auto|scroll|hidden/.test(getComputedStyle(p).overflow)) continue;
      const clip = p.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { e, left, top, right, bottom } : null;
  };
  const all = (selector) => [...document.querySelectorAll(selector)].map(visible).filter(Boolean);

  if (page.scrollWidth > innerWidth) problems.push(`the page is ${page.scrollWidth} px wide`);
  if (page.scrollHeight > innerHeight) problems.push(`the page is ${page.scrollHeight} px high`);

  const own = "[data-hand] .group, [data-hand] .card, [data-bar], [data-bar] button";
  for (const { e, left, top, right, bottom } of all(own)) {
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      problems.push(`outside of the window: ${name(e)}`);
  }
  const [hand] = all("[data-hand]");
  const [bar] = all("[data-bar]");
  if (!bar) problems.push("there is no bar");
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  if (hand && bar && overlap(hand, bar)) problems.push("the bar covers the hand");
  for (const log of all("aside:has(ol)")) {
    if ((hand && overlap(log, hand)) || (bar && overlap(log, bar))) problems.push("the log covers the hand or the bar");
  }

  const targets = all("dialog[open]").length
    ? all("dialog[open] :is(button, a.button, select, input)")
    : all("button, a.button, a.home, select, input");
  const live = targets.filter(({ e }) => !e.disabled && e.tabIndex >= 0 && e.type !== "checkbox");
  for (const { e } of live) {
    const { width, height } = e.getBoundingClientRect();
    if (touch && (width < 43.5 || height < 43.5))
      problems.push(`too small to tap, ${width.toFixed(0)} × ${height.toFixed(0)}: ${name(e)}`);
  }
  live.forEach((a, k) =>
    live.slice(k + 1).forEach((b) => {
      if (overlap(a, b)) problems.push(`${name(a.e)} overlaps ${name(b.e)}`);
    }),
  );

  const boxes =
    "button:not(.pile), .button, h1, h2, h3, label, .chip, .slip .title, [data-bar], [data-bar] p, .bubble, figcaption, .said, .info, .exchange, [data-table] .middle, [data-table] .middle > *, [data-table] .seats";
  for (const { e } of all(boxes)) {
    const { display, overflowY } = getComputedStyle(e);
    if (display === "inline" || display === "contents" || e.closest(".visually-hidden, .word")) continue;
    const scrolls = /auto|scroll/.test(overflowY);
    if (e.scrollWidth > e.clientWidth + 1 || (!scrolls && e.scrollHeight > e.clientHeight + 1))
      problems.push(
        `cut, ${e.scrollWidth} × ${e.scrollHeight} in ${e.clientWidth} × ${e.clientHeight}: ${name(e)}`,
      );
  }
  return [...new Set(problems)];
}
