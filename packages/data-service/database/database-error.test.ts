import { expect, test } from "vitest";
import { isUndoneByMigration, toPublicError } from "./database-error.ts";

test.each(["53100", "53200", "58030", "57P03", "08006", "XX001", "F0000"])(
  "an error of the server itself (%s) reports its code, but not its message",
  (code) => {
    const error = { code, message: 'could not extend file "base/5/16941_fsm"', detail: "/var/lib", hint: "x" };
    expect(toPublicError(error)).toEqual({ code, message: "The database can't do this right now. Try again later." });
  },
);

test("an error caused by the request has PostgreSQL's own message and code", () => {
  const error = { code: "23505", message: "duplicate key", detail: "Key (id)=(1) already exists." };
  expect(toPublicError(error)).toBe(error);
  expect(toPublicError({ code: "57014", message: "canceling statement" }).message).toBe("The request took too long.");
});

test("a transaction that a migration undid is known by its error", () => {
  const failed = (code: string, message: string) => isUndoneByMigration({ code, message });
  expect(failed("XX000", "cache lookup failed for function 16420")).toBe(true);
  expect(failed("0A000", "cached plan must not change result type")).toBe(true);
  expect(failed("XX000", "could not read block 7")).toBe(false);
});
