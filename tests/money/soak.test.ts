import { expect, test } from "vitest";
import { soak } from "#scripts/test-environment/soak/soak.ts";

test("twenty kills in the middle of purchases, refunds and later fees lose nothing, double nothing and send every mail once", async () => {
  const report = await soak({ purchases: 60, kills: 20, say: () => undefined });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(20);
}, 1_000_000);
