import { centsFrom, moneyText } from "#app/values/money.ts";
import type { JudgedRow } from "./import-record.ts";

/** What a row is about: "Kente Dress, size M", or the id where it says no name. */
export function rowTitle({ cells, after, before }: Pick<JudgedRow, "cells" | "after" | "before">): string {
  const said = valuesOf(cells);
  const name = [said["name"], valuesOf(after)["name"], valuesOf(before)["name"]].find((each) =>
    Boolean(each),
  );
  const title = name ? String(name) : said["id"] ? `Product ${said["id"]}` : "No name";
  return said["size_label"] ? `${title}, size ${said["size_label"]}` : title;
}

/** Each value that a row writes, in the words of the page; of a new one only what is not empty. */
export function changesOf({ before, after }: Pick<JudgedRow, "before" | "after">) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return Object.keys(now)
    .filter((name) => before !== null || (name !== "name" && !isEmpty(now[name])))
    .sort()
    .map((name) => ({
      name: WORDS[name] ?? name.replaceAll("_", " "),
      before: valueText(name, old[name]),
      after: valueText(name, now[name]),
    }));
}

const WORDS: Record<string, string> = { img1: "picture", img2: "second picture" };
const LONGEST = 80;

function valueText(name: string, value: unknown): string {
  if (isEmpty(value)) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && /price$/.test(name)) return moneyText(centsFrom(value));
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function valuesOf(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}
