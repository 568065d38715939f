/** After an action its button is gone, and the focus with it. It goes to the next thing that can be done: else whoever plays by keyboard starts anew. */
export function refocus(table: HTMLElement | undefined): void {
  if (document.activeElement instanceof HTMLButtonElement) return; // the reader has gone on by themselves
  const first = table?.querySelector<HTMLElement>(
    'button[data-select]:not([aria-disabled="true"]), button[data-action]:not(:disabled)',
  );
  first?.focus({ preventScroll: true });
}
