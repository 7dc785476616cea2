import type { PaymentIntentResult, Stripe, StripeError } from "@stripe/stripe-js";
import { cardParameters } from "./card-input.ts";
import { showChallenge } from "./challenge-dialog.ts";
import { createSandboxCardElement, type SandboxCardElement } from "./sandbox-card-element.ts";
import { createSandboxExpressElement, type SandboxExpressElement } from "./sandbox-express-element.ts";

const API = "/sandbox/stripe/v1";
const PUBLISHABLE_KEY = "pk_test_sandbox";

type Intent = NonNullable<PaymentIntentResult["paymentIntent"]>;
type Billing = {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Record<string, string | null | undefined>;
};

/**
 * Creates an object with the part of Stripe.js that the checkout uses: `elements()` with a card element and an Express
 * Checkout Element, `confirmCardPayment`, `confirmPayment` and `retrievePaymentIntent`. It calls the store's sandbox
 * and returns `{ paymentIntent }` or `{ error }`, see https://docs.stripe.com/js/payment_intents
 */
export function createSandboxStripe(): Stripe {
  const sandbox = {
    elements: createElements,
    confirmCardPayment,
    confirmPayment,
    retrievePaymentIntent: async (clientSecret: string) =>
      toResult(await call(`/payment_intents/${intentIdOf(clientSecret)}`, { client_secret: clientSecret }, "GET")),
    createToken: notInSandbox,
    createPaymentMethod: notInSandbox,
  };
  return sandbox as unknown as Stripe;
}

function createElements() {
  let card: SandboxCardElement | null = null;
  let express: SandboxExpressElement | null = null;
  return {
    create: (type: string, options?: { disabled?: boolean }) => {
      if (type === "expressCheckout") {
        express = createSandboxExpressElement();
        return express;
      }
      if (type !== "card") throw new Error(`The payment sandbox has no element of type ${type}.`);
      card = createSandboxCardElement(options);
      return card;
    },
    // react-stripe-js passes its component, which contains the type.
    getElement: (type: string | { __elementType?: string }) => {
      const name = typeof type === "string" ? type : type.__elementType;
      return name === "card" ? card : name === "expressCheckout" ? express : null;
    },
    update: () => undefined,
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  };
}

async function confirmCardPayment(
  clientSecret: string,
  {
    payment_method: method,
  }: { payment_method?: string | { card?: SandboxCardElement; billing_details?: Billing } } = {},
): Promise<PaymentIntentResult> {
  const intentId = intentIdOf(clientSecret);
  const card = typeof method === "string" ? { parameters: { payment_method: method } } : readCardOf(method);
  if ("error" in card) {
    return { error: { type: "validation_error", code: card.error.code, message: card.error.message } };
  }
  const answer = await call(`/payment_intents/${intentId}/confirm`, {
    client_secret: clientSecret,
    ...card.parameters,
  });
  if (!("intent" in answer) || answer.intent.status !== "requires_action") return toResult(answer);

  const outcome = await showChallenge();
  return toResult(
    await call(`/test_helpers/payment_intents/${intentId}/${outcome}_challenge`, { client_secret: clientSecret }),
  );
}

function readCardOf(method: { card?: SandboxCardElement; billing_details?: Billing } = {}) {
  const read = method.card?.readCard();
  if (!read) throw new Error("confirmCardPayment needs payment_method.card, or the id of a saved card.");
  if ("error" in read) return read;
  return { parameters: { ...cardParameters(read.input), ...billingParameters(method.billing_details) } };
}

/** Confirms an express checkout payment with a card that succeeds. */
async function confirmPayment({ clientSecret }: { clientSecret: string }): Promise<PaymentIntentResult> {
  const parameters = cardParameters({ number: "4242424242424242", expiry: "12 / 34", cvc: "123" });
  return toResult(
    await call(`/payment_intents/${intentIdOf(clientSecret)}/confirm`, { client_secret: clientSecret, ...parameters }),
  );
}

async function call(
  path: string,
  parameters: Record<string, string>,
  method: "POST" | "GET" = "POST",
): Promise<{ intent: Intent } | { error: StripeError }> {
  const fields = new URLSearchParams({ key: PUBLISHABLE_KEY, ...parameters });
  try {
    const response = await (method === "POST"
      ? fetch(`${API}${path}`, { method, body: fields })
      : fetch(`${API}${path}?${fields}`));
    const body = (await response.json()) as Intent | { error: StripeError };
    return "error" in body ? { error: body.error } : { intent: body };
  } catch {
    return {
      error: {
        type: "api_connection_error",
        message:
          "We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.",
      },
    };
  }
}

/** For the caller, an intent that needs another card is an error. */
function toResult(answer: { intent: Intent } | { error: StripeError }): PaymentIntentResult {
  if ("error" in answer) return { error: answer.error };
  const failure = answer.intent.last_payment_error;
  if (answer.intent.status === "requires_payment_method" && failure) return { error: failure };
  return { paymentIntent: answer.intent };
}

function intentIdOf(clientSecret: string): string {
  const id = /^(pi_\w+?)_secret_\w+$/.exec(clientSecret)?.[1];
  if (!id) throw new Error("Invalid value for the payment intent's client secret.");
  return id;
}

function billingParameters(billing: Billing = {}): Record<string, string> {
  const { address = {}, ...person } = billing;
  const named = [
    ...Object.entries(person).map(([name, value]) => [`[${name}]`, value] as const),
    ...Object.entries(address).map(([name, value]) => [`[address][${name}]`, value] as const),
  ];
  return Object.fromEntries(
    named.flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[`payment_method_data[billing_details]${name}`, value]] : [],
    ),
  );
}

async function notInSandbox(): Promise<{ error: StripeError }> {
  return { error: { type: "invalid_request_error", message: "The payment sandbox only confirms card payments." } };
}
