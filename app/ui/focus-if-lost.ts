/** Focuses the element if the focused element was removed from the page; otherwise leaves the focus where it is. */
export function focusIfLost(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) element?.focus();
}
