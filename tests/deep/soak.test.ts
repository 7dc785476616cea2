import { expect, test } from "vitest";
import { soak } from "#scripts/test-environment/soak/soak.ts";

test("after twenty kills no purchase, refund, fee, or email is lost or duplicated", async () => {
  const report = await soak({ purchases: 60, kills: 20, print: () => undefined });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(20);
}, 1_000_000);
