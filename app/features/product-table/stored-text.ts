import { t } from "#app/messages/t.ts";

/** Labels of stored stock and storage values. */
const TEXTS: Readonly<Record<string, () => string>> = {
  sold_out: () => t("sold out"),
  available: () => t("available"),
  counted: () => t("counted"),
  shelf: () => t("shelf"),
  chilled: () => t("chilled"),
  frozen: () => t("frozen"),
};

/** Returns the label of a stored value; without a label, the value with spaces for underscores. */
export function storedText(value: string): string {
  return TEXTS[value]?.() ?? value.replaceAll("_", " ");
}
