import { expect, test } from "vitest";
import { readResetLink } from "./reset-link.ts";

const RESET = "https://shop.example/auth/reset";
const rejected = { name: "AuthApiError" };

test.each([
  { what: "a code that was taken", address: RESET, error: null, email: "ama@shop.example", kind: "ready" },
  { what: "a used link", address: `${RESET}?error=access_denied&error_code=otp_expired`, kind: "over" },
  { what: "a used link, told in the fragment", address: `${RESET}#error_code=otp_expired&sb=`, kind: "over" },
  { what: "a code that was refused", address: `${RESET}?code=abc`, error: rejected, kind: "over" },
  { what: "a code that this browser did not ask for", address: `${RESET}?code=abc`, kind: "other-browser" },
  {
    what: "a code that nobody answered",
    address: `${RESET}?code=abc`,
    error: { name: "AuthRetryableFetchError" },
    kind: "unanswered",
  },
  { what: "no link at all", address: RESET, kind: "missing" },
])("$what leads to $kind", ({ address, error = null, email = null, kind }) => {
  expect(readResetLink({ address, error, email }).kind).toBe(kind);
});

test("an older session gives nobody a used link's form", () => {
  const address = `${RESET}?error_code=otp_expired`;
  expect(readResetLink({ address, error: rejected, email: "kofi@shop.example" })).toEqual({ kind: "over" });
  expect(readResetLink({ address: `${RESET}?code=abc`, error: null, email: "kofi@shop.example" })).toEqual({
    kind: "other-browser",
  });
});

test("an error of an earlier address does not outlive it", () => {
  expect(readResetLink({ address: RESET, error: rejected, email: "ama@shop.example" })).toEqual({
    kind: "ready",
    email: "ama@shop.example",
  });
});
