import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntentResult } from "@stripe/stripe-js";
import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import styles from "./card-payment.module.css";
import { loadPaymentProvider, providerLocale, waitForPaymentProvider } from "./stripe-provider.ts";

/** Context for card payments. Wraps all card forms and loads the provider's script. */
export function CardPaymentProvider({ children }: { children: ReactNode }) {
  const [provider] = useState(() => loadPaymentProvider(readPublicConfig()));
  return (
    <Elements stripe={provider} options={{ locale: providerLocale() }}>
      {children}
    </Elements>
  );
}

/** Card field of the provider; `onMessage` receives its validation message. */
export function CardField({ onMessage }: { onMessage: (message: string | null) => void }) {
  const [options] = useState(cardElementOptions);
  return (
    <div className={styles.field}>
      <CardElement
        className={styles.element ?? ""}
        options={options}
        onChange={(event) => onMessage(event.error?.message ?? null)}
      />
    </div>
  );
}

export interface PayerDetails {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; postal_code: string; country: string };
}

export type CardPaymentResult =
  /** Paid, or being processed; the server has the result. */
  | { kind: "succeeded" }
  | { kind: "not-loaded" }
  /** A field is incomplete; no payment was attempted. */
  | { kind: "incomplete"; message: string }
  | { kind: "failed"; message: string }
  /** The confirmation was sent, but no response arrived: only the server knows the result. */
  | { kind: "unknown" }
  | { kind: "not-attempted" };

/** Returns a function that pays an open payment with the card in the field, or with a saved card by its id. */
export function useCardPayment(): (
  clientSecret: () => Promise<string | null>,
  payer: PayerDetails | Pick<PayerDetails, "name"> | null,
  savedCardId?: string | null,
) => Promise<CardPaymentResult> {
  const stripe = useStripe();
  const elements = useElements();

  return async (requestClientSecret, payer, savedCardId = null) => {
    const card = elements?.getElement(CardElement);
    const method = savedCardId ?? (card && { card, ...(payer ? { billing_details: payer } : {}) });
    // A saved card can be paid with before the provider has loaded.
    const provider = stripe ?? (savedCardId === null ? null : await waitForPaymentProvider());
    if (!provider || !method) return { kind: "not-loaded" };
    const clientSecret = await requestClientSecret();
    if (clientSecret === null) return { kind: "not-attempted" };
    return confirmationResult(provider.confirmCardPayment(clientSecret, { payment_method: method }));
  };
}

/**
 * Error types with which Stripe rejects a confirmation. After any other error, such as a lost connection, the result is
 * unknown.
 */
const REJECTIONS: readonly string[] = ["card_error", "invalid_request_error", "authentication_error"];
/** Codes for another confirmation of the same payment that succeeded or is in progress. */
const CONFIRMED_ELSEWHERE: readonly string[] = ["payment_intent_unexpected_state", "lock_timeout"];

/**
 * Returns the result of a confirmation. A payment counts as failed only if Stripe rejected it; after any other error,
 * the card may have been charged.
 */
export async function confirmationResult(confirmation: Promise<PaymentIntentResult>): Promise<CardPaymentResult> {
  const { paymentIntent, error } = await confirmation.catch((thrown: unknown) => {
    console.error(thrown);
    return { paymentIntent: undefined, error: undefined };
  });
  if (error) {
    const message = error.message ?? t("Your card was declined.");
    if (error.type === "validation_error") return { kind: "incomplete", message };
    const isRejected = REJECTIONS.includes(error.type) && !CONFIRMED_ELSEWHERE.includes(error.code ?? "");
    return isRejected ? { kind: "failed", message } : { kind: "unknown" };
  }
  // A slow bank leaves the intent in `processing`: that is not a failure, and the shopper must not pay again.
  const isOnItsWay = ["succeeded", "processing", "requires_capture"].includes(paymentIntent?.status ?? "");
  return { kind: isOnItsWay ? "succeeded" : "unknown" };
}

/** Returns the style of Stripe's field, which is in an iframe and does not inherit the page's styles. */
function cardElementOptions() {
  const body = getComputedStyle(document.body);
  return {
    hidePostalCode: true,
    disableLink: true,
    style: { base: { color: body.color, fontFamily: body.fontFamily, fontSize: "16px", lineHeight: "28px" } },
  };
}
