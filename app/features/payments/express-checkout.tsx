import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { type CardPaymentResult, confirmationResult } from "./card-payment.tsx";
import styles from "./express-checkout.module.css";
import { loadPaymentProvider, providerLocale } from "./stripe-provider.ts";

/** Confirms a wallet payment for the order's open payment intent. */
export type ConfirmPayment = (clientSecret: () => Promise<string | null>) => Promise<CardPaymentResult>;

/**
 * Apple Pay, Google Pay, and Link, as supported by the browser; the provider renders the buttons. Shown beside the card
 * form, with its own `Elements`.
 * @param onConfirm called when a wallet is confirmed; runs its argument, like the card form
 */
export function ExpressCheckout({
  totalCents,
  returnPath,
  onConfirm,
}: {
  totalCents: number;
  /** Path to which a wallet redirects after leaving the page. */
  returnPath: string;
  onConfirm: (confirm: ConfirmPayment) => Promise<void>;
}) {
  const [provider] = useState(() => loadPaymentProvider(readPublicConfig()));
  return (
    <Elements
      stripe={provider}
      options={{
        locale: providerLocale(),
        mode: "payment",
        amount: totalCents,
        currency: "usd",
        allowedPaymentMethodTypes: ["card", "link"],
      }}
    >
      <WalletButtons returnPath={returnPath} onConfirm={onConfirm} />
    </Elements>
  );
}

function WalletButtons({
  returnPath,
  onConfirm,
}: {
  returnPath: string;
  onConfirm: (confirm: ConfirmPayment) => Promise<void>;
}) {
  const stripe = useStripe();
  const elements = useElements();
  const [isOffered, setOffered] = useState(false);

  async function handleConfirm(): Promise<void> {
    await onConfirm(async (requestClientSecret) => {
      if (!stripe || !elements) return { kind: "not-loaded" };
      const submitted = await elements.submit();
      if (submitted.error) {
        return {
          kind: "incomplete",
          message: submitted.error.message ?? t("The payment was not confirmed. Try again."),
        };
      }
      const clientSecret = await requestClientSecret();
      if (clientSecret === null) return { kind: "not-attempted" };
      return confirmationResult(
        stripe.confirmPayment({
          elements,
          clientSecret,
          confirmParams: { return_url: pageAddressHere(returnPath) },
          redirect: "if_required",
        }),
      );
    });
  }

  return (
    <div className={styles.wallets} data-offered={isOffered || undefined}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined)}
        onConfirm={() => void handleConfirm()}
      />
      {isOffered ? <p className={styles.or}>{t("Or pay by card")}</p> : null}
    </div>
  );
}
