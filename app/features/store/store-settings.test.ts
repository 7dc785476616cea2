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

test("an invalid line in a settings list is left out, and closed days are in order", () => {
  const member = { name: "Ola", title: "Owner", image: "" };
  const words = { name: "Ama", text: "Good yam.", image: "" };
  const settings = storeSettingsFromRow(
    aRow({
      team: [null, "Ola", member],
      testimonials: [{ ...words, is_sample: true }],
      opening_hours: null,
      closed_days: [{ day: "2026-12-25" }, { day: "2026-11-26" }],
    }),
  );
  expect(settings.team).toEqual([{ ...member, isSample: false }]);
  expect(settings.testimonials).toEqual([{ ...words, isSample: true }]);
  expect(settings.openingHours).toEqual([]);
  expect(settings.closedDays.map(({ day }) => day)).toEqual(["2026-11-26", "2026-12-25"]);
});

test("the text of opening hours is always derived from their times", () => {
  const hours = { days: "Mon-Sat", opens: "09:00", closes: "21:00", text: "Mon-Sat 9AM-8PM" };
  expect(storeSettingsFromRow(aRow({ opening_hours: [hours] })).openingHours).toEqual([
    { ...hours, text: "Mon-Sat 9AM-9PM" },
  ]);
});

test("an unknown time zone is replaced by the default", () => {
  expect(storeSettingsFromRow(aRow({ time_zone: "Texas" })).timeZone).toBe("America/Chicago");
});

test("a live store shows no sample testimonials or team members", () => {
  const words = { name: "Ama", text: "Good yam.", image: "" };
  const sample = { ...words, title: "Owner", isSample: true };
  const own = { ...sample, isSample: false };
  const settings = { ...defaultStoreSettings, testimonials: [sample, own], team: [sample, own] };
  expect(withoutSamples(settings)).toEqual({ ...settings, testimonials: [own], team: [own] });
});

function literalValue(literal: string | undefined): unknown {
  if (literal === undefined) return null;
  if (literal === "true" || literal === "false") return literal === "true";
  if (!literal.startsWith("'")) return Number(literal);
  const text = literal.slice(1, -1).replaceAll("''", "'");
  return text.startsWith("[") ? JSON.parse(text) : text;
}
