import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { JudgedRow } from "./import-queries.ts";

/** Returns the title of a row: "Kente Dress, size M", or the id if there is no name. */
export function rowTitle({ cells, after, before }: Pick<JudgedRow, "cells" | "after" | "before">): string {
  const values = fieldsOf(cells);
  const name = [values["name"], fieldsOf(after)["name"], fieldsOf(before)["name"]].find((each) => Boolean(each));
  const title = name ? String(name) : values["id"] ? t("Product {id}", { id: String(values["id"]) }) : t("No name");
  return values["size_label"] ? t("{name}, size {label}", { name: title, label: String(values["size_label"]) }) : title;
}

/** Returns the values that a row writes, with translated labels; for a new product, only the non-empty ones. */
export function changesOf({ before, after }: Pick<JudgedRow, "before" | "after">, timeZone: string) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(now)
    .filter((name) => before !== null || (name !== "name" && !isEmpty(now[name])))
    .sort()
    .map((name) => ({
      name: columnLabels()[name] ?? name.replaceAll("_", " "),
      before: valueText(name, old[name], timeZone),
      after: valueText(name, now[name], timeZone),
    }));
}

/** Labels of the columns, within a sentence. */
export const columnLabels = (): Record<string, string> => ({
  also_called: t("also called"),
  amount: t("amount"),
  availability: t("availability"),
  barcode: t("barcode"),
  care: t("care"),
  category: t("category"),
  contains: t("contains"),
  description: t("description"),
  description_header: t("description header"),
  discount_price: t("discount price"),
  fibre: t("material"),
  heat_level: t("heat level"),
  hidden: t("hidden"),
  img1: t("image"),
  img2: t("second image"),
  ingredients: t("ingredients"),
  may_contain: t("may contain"),
  name: t("name"),
  offers: t("offers"),
  origin: t("origin"),
  pounds_each: t("pounds each"),
  price: t("price"),
  size: t("size"),
  sku: t("SKU"),
  snap: t("snap"),
  stock: t("stock"),
  storage: t("storage"),
  unit: t("unit"),
  vendor: t("vendor"),
  weight: t("weight"),
  weight_tolerance: t("weight tolerance"),
});
const LONGEST = 80;

function valueText(name: string, value: unknown, timeZone: string): string {
  if (isEmpty(value)) return t("nothing");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number" && /price$/.test(name)) return moneyText(centsFrom(value));
  const text = Array.isArray(value) ? value.map((part) => partText(part, timeZone)).join(", ") : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns the text of one part of a list: an allergen, or an offer with its dates. */
function partText(part: unknown, timeZone: string): string {
  const { price, starts_at, ends_at } = fieldsOf(part);
  if (typeof price !== "number") return String(part);
  const timeText = (at: unknown) => dateTimeText(String(at), timeZone);
  return t("{amount} from {from} to {to}", {
    amount: moneyText(centsFrom(price)),
    from: timeText(starts_at),
    to: timeText(ends_at),
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
