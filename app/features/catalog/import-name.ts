import { t } from "#app/messages/t.ts";

/** Stored name of an import without a file. */
export const PASTED = "A pasted table";

/** Titles of bulk changes, which the database writes in English. */
const TITLES: readonly (readonly [title: RegExp, text: (value: string) => string])[] = [
  [/^Prices up by (.+)$/, (value) => t("Prices up by {value}", { value })],
  [/^Prices down by (.+)$/, (value) => t("Prices down by {value}", { value })],
  [/^Discount of (.+)$/, (value) => t("Discount of {value}", { value })],
  [/^Discounts removed$/, () => t("Discounts removed")],
  [/^Products hidden$/, () => t("Products hidden")],
  [/^Products shown$/, () => t("Products shown")],
  [/^Marked sold out$/, () => t("Marked sold out")],
  [/^Marked available$/, () => t("Marked available")],
  [/^Category: (.+)$/, (value) => t("Category: {value}", { value })],
  [/^Storage: (.+)$/, (value) => t("Storage: {value}", { value: valueText(value) })],
  [/^SNAP EBT: (.+)$/, (value) => t("SNAP EBT: {value}", { value: valueText(value) })],
  [/^Tax class: (.+)$/, (value) => t("Tax class: {value}", { value: valueText(value) })],
];

/** Returns the name of a file or bulk change in the language of the page. */
export function importName(stored: string): string {
  if (stored === PASTED) return t("Pasted table");
  for (const [title, text] of TITLES) {
    const found = title.exec(stored);
    if (found) return text(found[1] ?? "");
  }
  return stored;
}

function valueText(value: string): string {
  const texts: Readonly<Record<string, string>> = {
    "that of the category": t("category default"),
    yes: t("yes"),
    no: t("no"),
    shelf: t("shelf"),
    chilled: t("chilled"),
    frozen: t("frozen"),
  };
  return texts[value] ?? value;
}
