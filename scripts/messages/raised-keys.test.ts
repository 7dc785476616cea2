import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { raisedKeys } from "./raised-keys.ts";

const SCHEMAS = join(import.meta.dirname, "..", "..", "supabase", "schemas");
const STATEMENTS = /(?:\braise |private\.(?:raise_error|reject_if)\()(?:[^';]|'(?:[^']|'')*')*;/g;

test("keys of raised errors are found, with the names that get a value", () => {
  const sql = `
    raise insufficient_privilege using message = 'Please login or sign up to proceed', hint = 'Not a key.';
    perform private.reject_if(kind = 'No key', 'PT404', 'This order doesn''t exist; reload.');
    perform private.raise_error(
      '22023', case when is_one then 'Only {count} of {name} left.' else '{name} is sold out.' end,
      jsonb_build_object('count', 1, 'label', 'No key')
    );
    perform private.raise_error('PT409', '{left} left.', left_count, 'Not a key.');
    perform private.raise_error('PT409', 'Size {size} of {product}.', size.id);
    perform private.reject_window(order.delivery_type, 'This time is over.');
    raise exception using message = 'A line is {id, note}.';
    raise exception using message = 'permission denied';
    perform private.reject_if(true, 'PT409', no_code);`;
  expect(raisedKeys(sql)).toEqual([
    { text: "Please login or sign up to proceed", names: [] },
    { text: "This order doesn't exist; reload.", names: [] },
    { text: "Only {count} of {name} left.", names: ["count"] },
    { text: "{name} is sold out.", names: [] },
    { text: "{left} left.", names: ["left"] },
    { text: "Size {size} of {product}.", names: [] },
    { text: "This time is over.", names: [] },
  ]);
});

test("no error of the database is raised with a text that contains values", () => {
  const statements = readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .flatMap((file) => [...readFileSync(join(SCHEMAS, file), "utf8").replaceAll(/--.*/g, "").matchAll(STATEMENTS)]);
  expect(statements.length).toBeGreaterThan(300);
  expect(statements.map(([statement]) => statement).filter((statement) => /\bformat\(/.test(statement))).toEqual([]);
});
