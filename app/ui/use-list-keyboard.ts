import { type MouseEvent, useEffect, useRef, useState } from "react";
import { focusIfLost } from "./focus-if-lost.ts";
import { useEventListener } from "./use-event-listener.ts";

/** Attribute of the focusable element of each item; its value is the item's id. */
const ITEM = "data-list-item";

export type ListItemProps = { [ITEM]: string; tabIndex: 0 | -1; onFocus: () => void };

export interface ListKeyboard {
  /** Props of the focusable element, such as the link that opens the item; Enter is handled by the browser. */
  itemProps: (id: string) => ListItemProps;
  isHelpOpen: boolean;
  setHelpOpen: (isOpen: boolean) => void;
}

/**
 * Keys of a list: J and K move the focus, X selects, E runs the main action, ? opens the help (`ListKeyboardHelp`).
 * They are ignored in text fields and dialogs, and with Ctrl, Alt, or ⌘. The focus follows an item that the action
 * moves. Only one item is in the Tab order: the last one that had the focus.
 * @param ids ids of the items, in the order of the page
 * @param onAction the main action; without it, E does nothing
 */
export function useListKeyboard({
  ids,
  onSelect,
  onAction,
}: {
  ids: readonly string[];
  onSelect: (id: string) => void;
  onAction?: (id: string) => void;
}): ListKeyboard {
  const [lastId, setLastId] = useState<string | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** Item of the last action, which may move it on the page or out of the list. */
  const acted = useRef<{ id: string; place: number } | null>(null);
  const tabbableId = lastId !== null && ids.includes(lastId) ? lastId : (ids[0] ?? null);

  useEventListener("keydown", (event) => {
    if (ids.length === 0 || !isListKey(event)) return;
    const focusedId = itemAt(document.activeElement)?.getAttribute(ITEM) ?? null;
    if (event.key === "?") setHelpOpen(true);
    else if (event.key === "j" || event.key === "k") moveFocus(event.key === "j" ? 1 : -1, tabbableId);
    else if (focusedId === null || !ids.includes(focusedId)) return;
    else if (event.key === "x") onSelect(focusedId);
    else if (event.key === "e" && onAction) {
      acted.current = { id: focusedId, place: ids.indexOf(focusedId) };
      onAction(focusedId);
    } else return;
    event.preventDefault();
  });

  // Restores the focus, which the browser drops when the item moves in the document.
  useEffect(() => {
    if (acted.current === null) return;
    const { id, place } = acted.current;
    const items = shownItems();
    focusIfLost(
      items.find((item) => item.getAttribute(ITEM) === id) ?? items[Math.min(place, items.length - 1)] ?? null,
    );
  });

  return {
    itemProps: (id) => ({
      [ITEM]: id,
      tabIndex: id === tabbableId ? 0 : -1,
      onFocus: () => {
        if (acted.current?.id !== id) acted.current = null;
        setLastId(id);
      },
    }),
    isHelpOpen,
    setHelpOpen,
  };
}

/**
 * Returns the ids that a click on a checkbox selects: with Shift, all from the last clicked one to this one.
 * @param lastId the last one that was clicked; null for none
 */
export function clickedRange(
  ids: readonly string[],
  lastId: string | null,
  id: string,
  { shiftKey }: Pick<MouseEvent, "shiftKey">,
): readonly string[] {
  const [from, to] = [lastId === null ? -1 : ids.indexOf(lastId), ids.indexOf(id)];
  if (!shiftKey || from < 0 || to < 0) return [id];
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Returns whether a key press is meant for the list. */
function isListKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  // "?" needs Shift on most keyboards.
  if (event.shiftKey && event.key !== "?") return false;
  if (document.querySelector("dialog[open], [role='dialog']")) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && target.closest("input:not([type='checkbox']), textarea, select") === null;
}

function itemAt(element: Element | null): HTMLElement | null {
  // A checkbox belongs to the item of its row or card.
  const row = element?.closest("tr, article");
  return element?.closest<HTMLElement>(`[${ITEM}]`) ?? row?.querySelector<HTMLElement>(`[${ITEM}]`) ?? null;
}

function shownItems(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${ITEM}]`)].filter((item) => item.offsetParent !== null);
}

/** Focuses the next visible item; without focus in the list, the item in the Tab order. */
function moveFocus(step: 1 | -1, tabbableId: string | null): void {
  const items = shownItems();
  const focused = itemAt(document.activeElement);
  const place = focused ? items.indexOf(focused) : -1;
  const next =
    place < 0
      ? (items.find((item) => item.getAttribute(ITEM) === tabbableId) ?? items[0])
      : (items[place + step] ?? items[place]);
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
