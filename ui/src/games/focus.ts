/** After an action its button disappears, and the focus with it. Moves the focus to the first thing that can be chosen next. */
export function focusFirstChoice(table: HTMLElement | undefined): void {
  if (document.activeElement instanceof HTMLButtonElement) return; // the reader has already moved on
  const first = table?.querySelector<HTMLElement>(
    'button[data-select]:not([aria-disabled="true"]), button[data-action]:not(:disabled)',
  );
  first?.focus({ preventScroll: true });
}
