import { expect, test } from "vitest";
import { givenRole, readRoleDraft, roleProblems } from "./role-fields.tsx";

const typed = (fields: Record<string, string>) => readRoleDraft((name) => fields[name] ?? "");

test("a packer comes with an amount, a manager without one", () => {
  expect(givenRole(typed({ role: "packer", refundLimit: "12.50" }))).toEqual({ role: "packer", refundLimit: 12.5 });
  expect(givenRole(typed({ role: "manager", refundLimit: "12.50" }))).toEqual({ role: "manager", refundLimit: null });
});

test("an invalid refund limit is an error for a packer, and ignored for a manager", () => {
  for (const refundLimit of ["", "much", "-1"]) {
    expect(roleProblems(typed({ role: "packer", refundLimit })).refundLimit).toMatch(/Enter dollars/);
    expect(roleProblems(typed({ role: "manager", refundLimit })).refundLimit).toBeUndefined();
  }
  expect(roleProblems(typed({ role: "packer", refundLimit: "0" })).refundLimit).toBeUndefined();
});
