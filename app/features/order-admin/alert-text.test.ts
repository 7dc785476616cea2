import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { windowText } from "#app/values/window-text.ts";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import { alertText } from "./alert-text.ts";

const ZONE = "America/Chicago";
const schemas = join(import.meta.dirname, "../../../supabase/schemas");
const sql = LOAD_ORDER.map((file) => readFileSync(join(schemas, file), "utf8")).join("\n");
/** A call with its kind and message; the other arguments contain no comma before the message. */
const CALL = /(?:add_alert|raise_alert)\(\s*'(\w+)',[^,]+,(?: private\.fill_text\()?\s*((?:'(?:[^']|'')*'\s*)+)/g;
const calls = [...sql.matchAll(CALL)].map(([, kind = "", literal = ""]) => {
  const message = literal.replaceAll(/'\s+'/g, "").trim().slice(1, -1).replaceAll("''", "'");
  return { kind, message, names: [...message.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name) };
});

test("every alert of the database has its text here, with all its facts", () => {
  expect(calls.length).toBe(sql.match(/(?:perform|select) (?:private\.add_alert|public\.raise_alert)\(/g)?.length);
  const window = { startsAt: "2026-12-05T16:00:00Z", endsAt: "2026-12-05T18:00:00Z" };
  const times = { starts_at: window.startsAt, ends_at: window.endsAt };
  for (const { kind, message, names } of calls) {
    const facts = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    const expected = message.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === "time" ? windowText(window, ZONE) : `<${name}>`,
    );
    expect([kind, alertText({ kind, message: "stored", facts: { ...facts, ...times } }, ZONE)]).toEqual([
      kind,
      expected,
    ]);
  }
});

test("an alert without facts, or of an unknown kind, is shown as stored", () => {
  const message = "The backup failed: the disk is full.";
  expect(alertText({ kind: "refund_failed", message, facts: null }, ZONE)).toBe(message);
  expect(alertText({ kind: "backup_fails", message, facts: { reason: "full" } }, ZONE)).toBe(message);
});
