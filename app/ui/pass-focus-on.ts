import { focusIfLost } from "./focus-if-lost.ts";

/**
 * For the `ref` of an element: when it is removed with the focus on or in it, what remains around it gets the focus, or
 * else the page's content.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = [...document.querySelectorAll<HTMLElement>("section, details, dialog, main")].filter((each) =>
      each.contains(element),
    );
    queueMicrotask(() => {
      const nearest = around.findLast(({ isConnected }) => isConnected);
      focusIfLost(
        nearest?.querySelector<HTMLElement>(":scope > summary") ?? nearest ?? document.querySelector("#content"),
      );
    });
  };
}
