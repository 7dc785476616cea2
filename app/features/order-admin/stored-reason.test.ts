import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("every reason that the database stores is translated", () => {
  const sql = [
    "texts/outgoing-texts.sql",
    "texts/send-texts.sql",
    "payments/payments.sql",
    "payments/refunds.sql",
    "settlement/refund-events.sql",
  ]
    .map((file) => read(`supabase/schemas/${file}`))
    .join("\n");
  const stored = sql.matchAll(/(?:last_error(?: =|,)|reason}',|\bwhy :=|\bthen) '((?:[^']|'')+\.|no reason given)'/g);
  const reasons = new Set([...stored].map(([, text = ""]) => text.replaceAll("''", "'")));
  expect(reasons.size).toBeGreaterThan(9);
  const known = read("app/features/order-admin/stored-reason.ts");
  for (const reason of reasons) expect(known).toContain(`case "${reason}":`);
});
