import { flushSync } from "react-dom";
import { focusNear } from "./focus-if-lost.ts";

/** Makes a change that may remove the pressed button, or its whole item, and focuses the item or the one beside it. */
export function changeItem(item: Element | null, change: () => void): void {
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  flushSync(change);
  focusNear(item?.isConnected ? item : beside);
}

/** Adds an item above its button, and focuses the item's first field. */
export function addItem(button: Element, add: () => void): void {
  flushSync(add);
  const item = button.previousElementSibling;
  item?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
}
