import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { JudgedRow } from "./import-queries.ts";

/** Returns the title of a row: "Kente Dress, size M", or the id without a name. */
export function rowTitle({ cells, after, before }: Pick<JudgedRow, "cells" | "after" | "before">): string {
  const values = valuesOf(cells);
  const name = [values["name"], valuesOf(after)["name"], valuesOf(before)["name"]].find((each) => Boolean(each));
  const title = name ? String(name) : values["id"] ? `Product ${values["id"]}` : "No name";
  return values["size_label"] ? `${title}, size ${values["size_label"]}` : title;
}

/** Returns the values that a row writes, with the labels of the page; of a new product only those not empty. */
export function changesOf({ before, after }: Pick<JudgedRow, "before" | "after">, timeZone: string) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return Object.keys(now)
    .filter((name) => before !== null || (name !== "name" && !isEmpty(now[name])))
    .sort()
    .map((name) => ({
      name: WORDS[name] ?? name.replaceAll("_", " "),
      before: valueText(name, old[name], timeZone),
      after: valueText(name, now[name], timeZone),
    }));
}

const WORDS: Record<string, string> = { img1: "picture", img2: "second image", sku: "SKU" };
const LONGEST = 80;

function valueText(name: string, value: unknown, timeZone: string): string {
  if (isEmpty(value)) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && /price$/.test(name)) return moneyText(centsFrom(value));
  const text = Array.isArray(value) ? value.map((part) => partText(part, timeZone)).join(", ") : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** An allergen, or an offer with its dates. */
function partText(part: unknown, timeZone: string): string {
  const { price, starts_at, ends_at } = valuesOf(part);
  if (typeof price !== "number") return String(part);
  const [from, to] = [starts_at, ends_at].map((at) => dateTimeText(String(at), timeZone));
  return `${moneyText(centsFrom(price))} from ${from} to ${to}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function valuesOf(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}
