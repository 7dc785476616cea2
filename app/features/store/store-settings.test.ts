import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultStoreSettings, type StoreSettingsRow, storeSettingsFromRow, withoutSamples } from "./store-settings.ts";

/** Database row with some of its columns. */
const aRow = (columns: Record<string, unknown>) => columns as unknown as StoreSettingsRow;
const schema = readFileSync("supabase/schemas/settings/store-settings.sql", "utf8");

test("the shop's record has the same defaults in the code as in the database", () => {
  const columns =
    /^ {2}(\w+) (?:text|integer|double precision|jsonb|boolean|numeric\(10, 2\)|timestamptz)(?: not null default ('(?:[^']|'')*'|[-\d.]+|true|false))?,?(?: check.*)?$/gm;
  const row = Object.fromEntries(
    [...schema.matchAll(columns)].map(([, column = "", literal]) => [column, literalValue(literal)]),
  );
  expect(storeSettingsFromRow(aRow(row))).toEqual(defaultStoreSettings);
});

test("a list of the record that holds what is none of its lines shows the others", () => {
  const member = { name: "Ola", title: "Owner", image: "" };
  const row = { team: [null, member], testimonials: null, opening_hours: [], social_links: [] };
  const settings = storeSettingsFromRow(aRow(row));
  expect(settings.team).toEqual([{ ...member, isSample: false }]);
  expect(settings.testimonials).toEqual([]);
});

test("opening hours are always written from their times", () => {
  const hours = { days: "Mon-Sat", opens: "09:00", closes: "21:00", text: "Mon-Sat 9AM-8PM" };
  const row = { team: [], testimonials: [], opening_hours: [hours], social_links: [] };
  const settings = storeSettingsFromRow(aRow(row));
  expect(settings.openingHours).toEqual([{ ...hours, text: "Mon-Sat 9AM-9PM" }]);
});

test("a time zone that no clock knows stops no page", () => {
  const row = { time_zone: "Texas", team: [], testimonials: [], opening_hours: [], social_links: [] };
  expect(storeSettingsFromRow(aRow(row)).timeZone).toBe("America/Chicago");
});

test("a live shop shows no sample words or faces", () => {
  const words = { name: "Ama", text: "Good yam.", image: "" };
  const settings = {
    ...defaultStoreSettings,
    testimonials: [
      { ...words, isSample: true },
      { ...words, name: "Kofi", isSample: false },
    ],
    team: [{ name: "Ola", title: "Founder and CEO", image: "", isSample: true }],
  };
  expect(withoutSamples(settings).testimonials.map(({ name }) => name)).toEqual(["Kofi"]);
  expect(withoutSamples(settings).team).toEqual([]);
});

function literalValue(literal: string | undefined): unknown {
  if (literal === undefined) return null;
  if (literal === "true" || literal === "false") return literal === "true";
  if (!literal.startsWith("'")) return Number(literal);
  const text = literal.slice(1, -1).replaceAll("''", "'");
  return text.startsWith("[") ? JSON.parse(text) : text;
}
