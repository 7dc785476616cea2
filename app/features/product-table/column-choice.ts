import { ITEM_FIELDS } from "#app/features/catalog/product-fields.ts";
import { useStoredText } from "#app/platform/use-outbox.ts";
import type { ColumnId } from "./table-columns.ts";

/** A column that can be hidden. */
export type OptionalColumn = Exclude<ColumnId, "select" | "name" | "price" | "actions">;

/** Column hidden by default, so that the others fit on a laptop. */
const HIDDEN_AT_FIRST = "storage";
/**
 * Prefix of a shown column that is hidden by default. Choices saved before such a column existed do not contain it, so
 * the column stays hidden.
 */
const CHOSEN = "+";

/** Returns the columns that are hidden on this device, and a function that hides or shows one. */
export function useHiddenColumns(): [
  hidden: readonly string[],
  setShown: (name: OptionalColumn, isShown: boolean) => void,
] {
  const [stored, store] = useStoredText("productColumns");
  const saved = stored ?? HIDDEN_AT_FIRST;
  return [hiddenColumns(saved), (name, isShown) => store(withColumn(saved, name, isShown))];
}

/**
 * Returns the hidden columns.
 * @param saved names of hidden columns, and of shown item fields with a plus sign
 */
export function hiddenColumns(saved: string): string[] {
  const names = saved.split(" ");
  return [
    ...names.filter((name) => name !== "" && !name.startsWith(CHOSEN)),
    ...ITEM_FIELDS.filter((field) => !names.includes(`${CHOSEN}${field}`)),
  ];
}

/** Returns the text to save after a column is hidden or shown. */
export function withColumn(saved: string, column: OptionalColumn, isShown: boolean): string {
  const isItem = ITEM_FIELDS.some((field) => field === column);
  const name = isItem ? `${CHOSEN}${column}` : column;
  const others = saved.split(" ").filter((each) => each !== name);
  return (isShown === isItem ? [...others, name] : others).join(" ");
}
