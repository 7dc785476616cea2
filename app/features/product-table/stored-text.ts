import { t } from "#app/messages/t.ts";

/** Stock and storage, as the database writes them. */
const TEXTS: Readonly<Record<string, () => string>> = {
  sold_out: () => t("sold out"),
  available: () => t("available"),
  counted: () => t("counted"),
  shelf: () => t("shelf"),
  chilled: () => t("chilled"),
  frozen: () => t("frozen"),
};

/** Returns the text of a stored value; one that has none is shown with spaces. */
export function storedText(value: string): string {
  return TEXTS[value]?.() ?? value.replaceAll("_", " ");
}
