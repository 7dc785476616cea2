const CONTROLS = "a, button, input:not([type=hidden]), select";

/**
 * Focuses the section's first control, or a section that is a control, or else the page, if the focused element was
 * removed from the page.
 */
export function focusNear(section: Element | null | undefined): void {
  const control = section?.matches(CONTROLS) ? section : section?.querySelector(CONTROLS);
  focusIfLost((control?.isConnected ? control : document.querySelector("#content")) as HTMLElement | null);
}

/** Focuses the element if the focused element was removed from the page; otherwise leaves the focus where it is. */
export function focusIfLost(element: HTMLElement | null): void {
  const focused = document.activeElement;
  if (!element || (focused !== null && focused !== document.body)) return;
  element.focus();
  // A heading that was focused by script can no longer be focused.
  if (element !== document.activeElement) focusOnce(element);
}

/** Makes an element focusable by script until it loses the focus, and focuses it. */
export function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
