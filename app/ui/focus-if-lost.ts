import { flushSync } from "react-dom";

/** Section that got the focus of a removed button, until something in it or elsewhere is focused. */
let holder: Element | null = null;

/** Makes a change that may remove the pressed button, or its whole item, and focuses the item or the one beside it. */
export function changeItem(item: Element | null, change: () => void): void {
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  flushSync(change);
  focusNear(item?.isConnected ? item : beside);
}

/** Focuses the section's first control, or else the page, if the focused element was removed from the page. */
export function focusNear(section: Element | null | undefined): void {
  const control = section?.isConnected ? section.querySelector<HTMLElement>("a, button, input, select") : null;
  focusIfLost(control ?? document.querySelector<HTMLElement>("#content"));
}

/** Focuses the element if the focused element was removed from the page; otherwise leaves the focus where it is. */
export function focusIfLost(element: HTMLElement | null): void {
  if (!element || !isFocusLost()) return;
  element.focus({ preventScroll: element.tabIndex < 0 });
  // A heading that was focused by script can no longer be focused.
  if (element !== document.activeElement) focusOnce(element);
}

export function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused === holder;
}

/**
 * Called before an element is removed from the page: if it has the focus, what remains around it gets the focus, or else
 * the page's content.
 */
export function passFocusOn(element: Element | null): void {
  if (element === null || element !== document.activeElement) return;
  const around: HTMLElement[] = [];
  const next = (from: Element | null | undefined) => from?.closest<HTMLElement>("section, dialog, main") ?? null;
  for (let each = next(element); each; each = next(each.parentElement)) around.push(each);
  queueMicrotask(() => {
    const section = around.find(({ isConnected }) => isConnected) ?? document.querySelector<HTMLElement>("#content");
    if (!section || !isFocusLost()) return;
    holder = section;
    focusOnce(section);
  });
}

/** Makes an element focusable by script until it loses the focus, and focuses it. */
export function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
