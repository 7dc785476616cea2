import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSandboxStore } from "./sandbox-store.ts";

test("requests at once see each other's changes, and a rejected one leaves none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "log.jsonl");
  const store = await openSandboxStore(file);
  const addPlan = (isRejected = false) =>
    store.change(({ get, list, put }) => {
      const count = list("refundPlans").length;
      put("refundPlans", { id: "first", plan: get("refundPlans", "first")?.plan ?? "succeeded, then failed" });
      if (count > 0) put("refundPlans", { id: `plan ${count}`, plan: "succeeded, then failed" });
      if (isRejected) throw new Error("Rejected.");
      return count;
    });
  const ended = await Promise.allSettled([addPlan(), addPlan(), addPlan(true), addPlan()]);
  expect(ended.map((each) => (each.status === "fulfilled" ? each.value.result : null))).toEqual([0, 1, null, 2]);
  await store.close();
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(3);
  const again = await openSandboxStore(file);
  expect(again.list("refundPlans").map(({ id }) => id)).toEqual(["first", "plan 1", "plan 2"]);
  await again.close();
});

test("a request that another's change rejects gets the error once that change can be read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await openSandboxStore(join(folder, "log.jsonl"));
  const addOnce = async () => {
    try {
      await store.change(({ get, put }) => {
        if (get("refundPlans", "only")) throw new Error("It exists.");
        put("refundPlans", { id: "only", plan: "succeeded, then failed" });
      });
    } finally {
      expect(store.get("refundPlans", "only")).toBeDefined();
    }
  };
  const ended = await Promise.allSettled([addOnce(), addOnce()]);
  expect(ended).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { message: "It exists." } }]);
  await store.close();
});
