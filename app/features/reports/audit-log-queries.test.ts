import { afterEach, expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { installTranslations } from "#app/messages/t.ts";
import { type AuditEntry, auditKindFrom, changedValues } from "./audit-log-queries.ts";

afterEach(() => {
  installTranslations("es", new Map());
  setLocaleReader(() => "en");
});

const changesOf = (before: AuditEntry["before"], after: AuditEntry["after"]) =>
  changedValues({ before, after }, "America/Chicago").map((change) => [change.name, change.before, change.after]);

test("an entry lists values before and after in words, without ids", () => {
  expect(
    changesOf(
      { price: 14.99, discount_price: null, product_id: 7, express_checkout: false, added_by: "7f0c" },
      { price: 12.5, discount_price: 10, product_id: 8, express_checkout: true, added_by: "8f0c" },
    ),
  ).toEqual([
    ["price", "$14.99", "$12.50"],
    ["discount price", null, "$10.00"],
    ["express checkout", "no", "yes"],
  ]);
});

test("lists are written as people read them, without paths of images", () => {
  const team = [
    { name: "Ama", image: "/storage/ama.webp", title: "Founder", is_sample: true },
    { name: "Efua", title: "" },
  ];
  expect(changesOf({ team, zips: ["77338"] }, { team: [], zips: ["77338", "77396"] })).toEqual([
    ["team", "Ama · Founder; Efua", null],
    ["ZIP codes", "77338", "77338 and 77396"],
  ]);
});

test("an added or removed value has only one side", () => {
  expect(changesOf(null, { role: "admin" })).toEqual([["role", null, "owner"]]);
  expect(changesOf({ role: "admin" }, null)).toEqual([["role", "owner", null]]);
  expect(changesOf(null, null)).toEqual([]);
});

test("columns and stored codes of an entry are in the language of the page, typed texts as they are", () => {
  setLocaleReader(() => "es");
  const texts = { weekday: "día", card: "tarjeta", yes: "sí", reason: "motivo", damaged: "dañado", end: "fin" };
  installTranslations("es", new Map(Object.entries(texts)));
  expect(
    changesOf(null, { weekday: 1, method: "card", rule: "yes", reason: "damaged", note: "card", unknown_column: 2 }),
  ).toEqual([
    ["día", null, "lunes"],
    ["method", null, "tarjeta"],
    ["rule", null, "sí"],
    ["motivo", null, "dañado"],
    ["note", null, "card"],
    ["unknown column", null, "2"],
  ]);
  expect(changesOf({ ends_at: null }, { ends_at: "2026-11-30T15:48:17.1+00:00" })[0]?.slice(0, 2)).toEqual([
    "fin",
    null,
  ]);
  expect(changesOf(null, { ends_at: "2026-11-30T15:48:17.1+00:00" })[0]?.[2]).not.toContain("T15:48");
  expect(changesOf(null, { categories: ["snacks", "more"] })[0]?.[2]).toContain(" y ");
});

test("a URL without a kind shows all entries", () => {
  expect([auditKindFrom("price"), auditKindFrom("toString"), auditKindFrom(null)]).toEqual(["price", null, null]);
});
