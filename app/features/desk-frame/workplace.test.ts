import { afterEach, expect, test, vi } from "vitest";
import { workplaceOf } from "./workplace.ts";

afterEach(() => vi.unstubAllGlobals());

test("staff start on Today, the order board, or their run; customers have no workplace", () => {
  const roles = ["owner", "manager", "packer", "driver", "customer"] as const;
  expect(roles.map((role) => workplaceOf({ role }))).toEqual([
    "/desk/today",
    "/desk/today",
    "/desk",
    "/desk/my-run",
    null,
  ]);
});

test("on a device set to open the till, managers start there", () => {
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ opensTill: true }) });
  expect(workplaceOf({ role: "manager" })).toBe("/desk/till");
  expect(workplaceOf({ role: "packer" })).toBe("/desk");
});
