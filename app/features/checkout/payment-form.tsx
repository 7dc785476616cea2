import { type FormEvent, useState } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { CardField, useCardPayment } from "#app/features/payments/card-payment.tsx";
import { requestPayment, type UnavailableItem } from "#app/features/payments/request-payment.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ReadRefusedError } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { moneyText } from "#app/values/money.ts";
import type { BillingDetails } from "./billing.ts";
import styles from "./payment-form.module.css";
import { UnavailableNotice } from "./unavailable-notice.tsx";

const NOT_LOADED = "The card payment provider has not loaded yet. Please try again.";
const UNCLEAR = "Payment processing failed. Please try again.";

interface Unavailable {
  message: string;
  items: readonly UnavailableItem[];
}

/** Idle, processing, or with a message; stands inside a CardPaymentProvider. */
export function PaymentForm({
  orderId,
  totalCents,
  billing,
  onPaid,
  onFailed,
  onBackToCart,
}: {
  orderId: string;
  totalCents: number;
  billing: BillingDetails;
  onPaid: () => void;
  /** The card was refused; the order can be tried again. */
  onFailed: (message: string) => void;
  /** Something of the order can no longer be had: the shopper chooses anew. */
  onBackToCart: (unavailable: readonly UnavailableItem[]) => void;
}) {
  const payByCard = useCardPayment();
  const [message, setMessage] = useState<string | null>(null);
  const [isProcessing, setProcessing] = useState(false);
  const [unavailable, setUnavailable] = useState<Unavailable | null>(null);
  const { keepSession, dialog } = useSignInAgain();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    setProcessing(true);
    try {
      await pay();
    } catch (error) {
      console.error(error);
      const isTold = error instanceof SessionEndedError || error instanceof ReadRefusedError;
      fail(isTold ? error.message : UNCLEAR);
    }
    setProcessing(false);
  }

  async function pay() {
    let refusal: string | null = null;
    let isConfirming = false;
    let missing: Unavailable | null = null;
    const result = await payByCard(async () => {
      const request = await keepSession(() => requestPayment(getBrowserData(), orderId));
      if (request.kind === "open") return request.clientSecret;
      isConfirming = request.kind === "confirming";
      if (request.kind === "refused") refusal = request.message;
      if (request.kind === "unavailable") missing = request;
      return null;
    }, payerOf(billing));
    if (result.kind === "succeeded" || isConfirming) return onPaid();
    if (missing) return setUnavailable(missing);
    if (result.kind === "not-loaded") return setMessage(NOT_LOADED);
    if (result.kind === "incomplete") return setMessage(`Payment failed: ${result.message}`);
    if (result.kind === "unclear") return fail(refusal ?? UNCLEAR);
    fail(`Payment failed: ${result.message}`);
    onFailed(result.message);
  }

  function fail(text: string) {
    setMessage(text);
    showToast({ kind: "error", text });
  }

  return (
    <>
      <form aria-label="Card payment" className={styles.form} noValidate onSubmit={handleSubmit}>
        <CardField onMessage={setMessage} />
        {message ? <FormMessage>{message}</FormMessage> : null}
        {unavailable ? (
          <UnavailableNotice {...unavailable} onBackToCart={() => onBackToCart(unavailable.items)} />
        ) : (
          <Button type="submit" size="large" isWide disabled={isProcessing}>
            {isProcessing ? "Processing..." : `Pay ${moneyText(totalCents)}`}
          </Button>
        )}
      </form>
      {dialog}
    </>
  );
}

function payerOf(billing: BillingDetails) {
  return {
    name: billing.name,
    email: billing.email,
    phone: billing.phone,
    address: {
      line1: billing.line1,
      city: billing.city,
      state: billing.state,
      postal_code: billing.postalCode,
      country: billing.country,
    },
  };
}
