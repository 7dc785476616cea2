import { expect, test } from "vitest";
import { readResetLink } from "./recover-password.ts";

const RESET = "https://shop.example/auth/reset";
const rejected = { name: "AuthApiError" };

test.each([
  { what: "an accepted code", address: RESET, error: null, email: "ama@shop.example", kind: "ready" },
  { what: "a used link", address: `${RESET}?error=access_denied&error_code=otp_expired`, kind: "over" },
  { what: "a used link, reported in the fragment", address: `${RESET}#error_code=otp_expired&sb=`, kind: "over" },
  { what: "a rejected code", address: `${RESET}?code=abc`, error: rejected, kind: "over" },
  { what: "a code that another browser requested", address: `${RESET}?code=abc`, kind: "other-browser" },
  {
    what: "a code without a response",
    address: `${RESET}?code=abc`,
    error: { name: "AuthRetryableFetchError" },
    kind: "unanswered",
  },
  { what: "no link", address: RESET, kind: "missing" },
])("$what leads to $kind", ({ address, error = null, email = null, kind }) => {
  expect(readResetLink({ address, error, email }).kind).toBe(kind);
});

test("a used link does not show the password form to an older session", () => {
  const address = `${RESET}?error_code=otp_expired`;
  expect(readResetLink({ address, error: rejected, email: "kofi@shop.example" })).toEqual({ kind: "over" });
  expect(readResetLink({ address: `${RESET}?code=abc`, error: null, email: "kofi@shop.example" })).toEqual({
    kind: "other-browser",
  });
});

test("an error of an earlier URL does not affect the current one", () => {
  expect(readResetLink({ address: RESET, error: rejected, email: "ama@shop.example" })).toEqual({
    kind: "ready",
    email: "ama@shop.example",
  });
});
