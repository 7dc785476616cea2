import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultStoreSettings, type StoreSettingsRow, storeSettingsFromRow, withoutSamples } from "./store-settings.ts";

/** Database row with some of its columns. */
const aRow = (columns: Record<string, unknown>) => columns as unknown as StoreSettingsRow;
const schema = readFileSync("supabase/schemas/settings/store-settings.sql", "utf8");

test("the store settings have the same defaults in the code as in the database", () => {
  const columns =
    /^ {2}(\w+) (?:text|integer|double precision|jsonb|boolean|numeric\(10, 2\)|timestamptz)(?: not null default ('(?:[^']|'')*'|[-\d.]+|true|false))?,?(?: (?:check|--).*)?$/gm;
  const row = Object.fromEntries(
    [...schema.matchAll(columns)].map(([, column = "", literal]) => [column, literalValue(literal)]),
  );
  expect(storeSettingsFromRow(aRow(row))).toEqual(defaultStoreSettings);
});

test("an invalid line in a settings list is left out", () => {
  const member = { name: "Ola", title: "Owner", image: "" };
  const row = { team: [null, member], testimonials: null, opening_hours: [], social_links: [] };
  const settings = storeSettingsFromRow(aRow(row));
  expect(settings.team).toEqual([{ ...member, isSample: false }]);
  expect(settings.testimonials).toEqual([]);
});

test("the text of opening hours is always derived from their times", () => {
  const hours = { days: "Mon-Sat", opens: "09:00", closes: "21:00", text: "Mon-Sat 9AM-8PM" };
  const row = { team: [], testimonials: [], opening_hours: [hours], social_links: [] };
  expect(storeSettingsFromRow(aRow(row)).openingHours).toEqual([{ ...hours, text: "Mon-Sat 9AM-9PM" }]);
});

test("an unknown time zone is replaced by the default", () => {
  const row = { time_zone: "Texas", team: [], testimonials: [], opening_hours: [], social_links: [] };
  expect(storeSettingsFromRow(aRow(row)).timeZone).toBe("America/Chicago");
});

test("a live store shows no sample testimonials or team members", () => {
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
