import type { PaymentIntentResult } from "@stripe/stripe-js";
import { expect, test, vi } from "vitest";
import { confirmationResult } from "./card-payment.tsx";

const resultOf = (answer: object) => confirmationResult(Promise.resolve(answer as PaymentIntentResult));

test.each([
  ["card_error", "card_declined"],
  ["invalid_request_error", "payment_intent_authentication_failure"],
  ["invalid_request_error", "email_invalid"],
])("a confirmation rejected with %s, %s has failed", async (type, code) => {
  expect(await resultOf({ error: { type, code, message: "No." } })).toEqual({ kind: "failed", message: "No." });
});

test.each([
  ["api_connection_error", undefined],
  ["api_error", undefined],
  ["rate_limit_error", "lock_timeout"],
  ["idempotency_error", undefined],
  ["invalid_request_error", "payment_intent_unexpected_state"],
  ["invalid_request_error", "lock_timeout"],
  ["an_error_of_tomorrow", undefined],
])("after the error %s, %s the result is unknown, because the card may be charged", async (type, code) => {
  const message = "You have not been charged.";
  expect(await resultOf({ error: { type, code, message } })).toEqual({ kind: "unknown" });
});

test("a confirmation without a response has an unknown result", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await confirmationResult(Promise.reject(new TypeError("Failed to fetch")))).toEqual({ kind: "unknown" });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test.each([
  ["succeeded", "succeeded"],
  ["processing", "succeeded"],
  ["requires_capture", "succeeded"],
  ["requires_action", "unknown"],
])("an intent that is %s is %s", async (status, kind) => {
  expect(await resultOf({ paymentIntent: { status } })).toEqual({ kind });
});

test("an incomplete card number makes no payment", async () => {
  const error = { type: "validation_error", message: "Your card number is incomplete." };
  expect(await resultOf({ error })).toEqual({ kind: "incomplete", message: error.message });
});
