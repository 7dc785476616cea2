/** Leads the keyboard on when what had the focus is no longer on the page; takes it from nothing else. */
export function focusIfLost(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) element?.focus();
}
