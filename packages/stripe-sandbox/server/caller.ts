import { timingSafeEqual } from "node:crypto";
import type { Stripe } from "stripe";
import type { FormFields } from "./form-body.ts";
import { missing, readText } from "./parameters.ts";
import { invalidRequest, StripeSandboxError } from "./stripe-error.ts";

/** Type of caller: a server with a secret key, or a browser with the publishable key. */
export type Caller = "secret" | "publishable";

/**
 * Reads the key from `Authorization` (Bearer or Basic) or from the field `key`, and removes that field. Any `sk_test_…`
 * key identifies a server, if `isTrusted`.
 * @throws StripeSandboxError 401 without a key or with an invalid one: https://docs.stripe.com/api/authentication
 */
export function readCaller(
  authorization: string | undefined,
  fields: FormFields,
  { publishableKey, isTrusted }: { publishableKey: string; isTrusted: boolean },
): Caller {
  const key = keyFromHeader(authorization) ?? readText(fields, "key");
  delete fields.key;
  // Stripe.js sends its version in the body.
  delete fields._stripe_version;
  delete fields._stripe_account;
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (key === publishableKey) return "publishable";
  if (isTrusted && /^(sk|rk)_test_\w+$/.test(key)) return "secret";
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

/** @throws StripeSandboxError 403 if a browser calls an endpoint for servers */
export function requireSecretKey(caller: Caller): void {
  if (caller === "secret") return;
  throw new StripeSandboxError(403, {
    type: "invalid_request_error",
    code: "secret_key_required",
    message:
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
  });
}

/**
 * Checks the client secret, without which a browser may neither see nor confirm an intent.
 * @throws StripeSandboxError 400 if it is missing or wrong
 */
export function requireClientSecret(caller: Caller, intent: Stripe.PaymentIntent, fields: FormFields): void {
  const given = readText(fields, "client_secret");
  if (given === undefined) {
    if (caller === "publishable") throw missing("client_secret");
    return;
  }
  const expected = Buffer.from(intent.client_secret ?? "");
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw invalidRequest(
      "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
      { code: "payment_intent_invalid_parameter", param: "client_secret" },
    );
  }
}

/** Returns the fields of an intent that a browser may see: https://docs.stripe.com/api/payment_intents/object */
export function publicFieldsOf(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  };
}

function keyFromHeader(authorization: string | undefined): string | undefined {
  const [scheme, credentials] = authorization?.split(" ", 2) ?? [];
  if (scheme?.toLowerCase() === "bearer") return credentials;
  if (scheme?.toLowerCase() !== "basic" || !credentials) return undefined;
  return Buffer.from(credentials, "base64").toString("utf8").split(":", 1)[0];
}

function unauthorized(message: string): StripeSandboxError {
  return new StripeSandboxError(401, { type: "invalid_request_error", message });
}

function masked(key: string): string {
  return key.length < 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`;
}
