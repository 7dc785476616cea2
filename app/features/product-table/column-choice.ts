import { useSyncExternalStore } from "react";

/** Columns that can be hidden, with their headings. */
export const OPTIONAL_COLUMNS = {
  picture: "Image",
  size: "Size",
  discount: "Discount price",
  stock: "Stock",
  status: "Status",
  category: "Category",
  storage: "Storage",
} as const;

export type OptionalColumn = keyof typeof OPTIONAL_COLUMNS;

const STORAGE_KEY = "productColumns";
/** Hidden until they are chosen, so that the others have space on a laptop. */
const HIDDEN_AT_FIRST = "storage";
const listeners = new Set<() => void>();

/** The columns that are hidden on this device, and the function that hides or shows one. */
export function useHiddenColumns(): [
  hidden: readonly string[],
  setShown: (name: OptionalColumn, isShown: boolean) => void,
] {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORAGE_KEY) ?? HIDDEN_AT_FIRST,
    () => HIDDEN_AT_FIRST,
  );
  return [text.split(" "), setShown];
}

function setShown(name: OptionalColumn, isShown: boolean): void {
  const hidden = (localStorage.getItem(STORAGE_KEY) ?? HIDDEN_AT_FIRST).split(" ").filter((each) => each !== name);
  localStorage.setItem(STORAGE_KEY, (isShown ? hidden : [...hidden, name]).join(" "));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
