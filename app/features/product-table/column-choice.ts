import { useSyncExternalStore } from "react";
import { ITEM_FIELDS } from "#app/features/catalogue/product-fields.ts";
import { t } from "#app/messages/t.ts";

/** Columns that can be hidden, with their headings. */
export const optionalColumns = () => ({
  picture: t("Image"),
  size: t("Size"),
  discount: t("Discount price"),
  stock: t("Stock"),
  status: t("Status"),
  category: t("Category"),
  storage: t("Storage"),
  sku: t("SKU"),
  barcode: t("Barcode"),
  vendor: t("Vendor"),
  weight: t("Weight"),
});

export type OptionalColumn = keyof ReturnType<typeof optionalColumns>;

const STORAGE_KEY = "productColumns";
/** Hidden until it is chosen, so that the others have space on a laptop. */
const HIDDEN_AT_FIRST = "storage";
/**
 * Before the name of a column that is hidden until it is chosen, in a choice that was saved before the column existed,
 * too.
 */
const CHOSEN = "+";
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
  return [hiddenColumns(text), setShown];
}

/** @param saved names of hidden columns, and of chosen item fields after a plus sign */
export function hiddenColumns(saved: string): string[] {
  const names = saved.split(" ");
  return [
    ...names.filter((name) => name !== "" && !name.startsWith(CHOSEN)),
    ...ITEM_FIELDS.filter((field) => !names.includes(`${CHOSEN}${field}`)),
  ];
}

/** Returns the text to save once a column is hidden or shown. */
export function withColumn(saved: string, column: OptionalColumn, isShown: boolean): string {
  const isItem = ITEM_FIELDS.some((field) => field === column);
  const name = isItem ? `${CHOSEN}${column}` : column;
  const others = saved.split(" ").filter((each) => each !== name);
  return (isShown === isItem ? [...others, name] : others).join(" ");
}

function setShown(name: OptionalColumn, isShown: boolean): void {
  const saved = localStorage.getItem(STORAGE_KEY) ?? HIDDEN_AT_FIRST;
  localStorage.setItem(STORAGE_KEY, withColumn(saved, name, isShown));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
