import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { queuesOfOutcome } from "./woken-queues.ts";

test("an event wakes only the queues for which its outcome can have created work", () => {
  expect(queuesOfOutcome("paid")).toEqual(["mails"]);
  expect(queuesOfOutcome("failed")).toEqual(["mails"]);
  expect(queuesOfOutcome("sold_out")).toEqual(["refunds", "mails"]);
  expect(queuesOfOutcome("refund_succeeded")).toEqual(["refunds", "mails"]);
  for (const outcome of ["duplicate", "ignored", "already_recorded", "mismatch", "unknown_order", "test_charge"]) {
    expect(queuesOfOutcome(outcome)).toEqual([]);
  }
});

test("every outcome of the database that queues a refund or an email wakes its queue", () => {
  const folder = join(import.meta.dirname, "../../supabase/schemas/settlement");
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  for (const [, work, outcome = ""] of text.matchAll(
    /perform private\.(refund_rest|queue_mail)\([^;]*;[^;]*?return '(\w+)'/g,
  )) {
    expect(queuesOfOutcome(outcome), outcome).toContain(work === "queue_mail" ? "mails" : "refunds");
  }
});
