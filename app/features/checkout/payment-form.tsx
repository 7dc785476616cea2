import { useState } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { CardField, useCardPayment } from "#app/features/payments/card-payment.tsx";
import { requestPayment, type UnavailableItem } from "#app/features/payments/request-payment.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ReadRefusedError } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type Answer, refused } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
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
  const [unavailable, setUnavailable] = useState<Unavailable | null>(null);
  const { keepSession, dialog } = useSignInAgain();

  const form = useForm({
    // The card's number and code are the provider's alone.
    read: () => null,
    send: () =>
      pay().catch((error: unknown) => {
        console.error(error);
        const isTold = error instanceof SessionEndedError || error instanceof ReadRefusedError;
        return failed(isTold ? error.message : UNCLEAR);
      }),
  });

  async function pay(): Promise<Answer | null> {
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
    if (result.kind === "succeeded" || isConfirming) onPaid();
    else if (missing) setUnavailable(missing);
    else if (result.kind === "not-loaded") return refused(NOT_LOADED);
    else if (result.kind === "incomplete") return refused(`Payment failed: ${result.message}`);
    else if (result.kind === "unclear") return failed(refusal ?? UNCLEAR);
    else {
      const told = failed(`Payment failed: ${result.message}`);
      onFailed(result.message);
      return told;
    }
    return null;
  }

  return (
    <>
      <form {...form.props} aria-label="Card payment" className={styles.form}>
        <CardField onMessage={(message) => form.say(message ? refused(message) : null)} />
        <FormAnswer answer={form.answer} />
        {unavailable ? (
          <UnavailableNotice {...unavailable} onBackToCart={() => onBackToCart(unavailable.items)} />
        ) : (
          <Button type="submit" size="large" isWide disabled={form.isBusy}>
            {form.isBusy ? "Processing..." : `Pay ${moneyText(totalCents)}`}
          </Button>
        )}
      </form>
      {dialog}
    </>
  );
}

/** Told in the form, and beside it. */
function failed(text: string): Answer {
  showToast({ kind: "error", text });
  return refused(text);
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
