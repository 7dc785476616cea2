import { useState } from "react";
import { SessionEndedError } from "#app/features/account/session-end.ts";
import { useSignInAgain } from "#app/features/account/sign-in-again.tsx";
import { CardField, useCardPayment } from "#app/features/payments/card-payment.tsx";
import { type ConfirmPayment, ExpressCheckout } from "#app/features/payments/express-checkout.tsx";
import type { PaymentRequest } from "#app/features/payments/request-payment.ts";
import { SavedCardChoice } from "#app/features/payments/saved-card-choice.tsx";
import type { SavedCards } from "#app/features/payments/saved-cards.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads, ReadRejectedError } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Stack } from "#app/ui/stack.tsx";
import { closeErrorToasts, showToast } from "#app/ui/toast.tsx";
import { type Answer, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { moneyText, priceWords } from "#app/values/money.ts";
import type { BillingDetails } from "./billing.ts";
import { UnavailableNotice, WindowNotice } from "./payment-notices.tsx";
import type { BackToCart } from "./use-back-to-cart.ts";

const SAVE_CARD = "saveCard";
const notAttemptedText = () => t("Payment processing failed. Please try again.");

/** Payment form: idle, processing, or with a message. Must be rendered inside a CardPaymentProvider. */
export function PaymentForm({
  orderId,
  totalCents,
  holdAboutCents = null,
  hasWallets = true,
  billing,
  savedCards,
  startsWithOtherCard = false,
  returnPath,
  request,
  onPaid,
  onFailed,
  backToCart,
}: {
  orderId: string;
  totalCents: number;
  /** About what will be charged if the card is only held; null if it is charged at once. */
  holdAboutCents?: number | null;
  /** Whether express checkout may be offered. */
  hasWallets?: boolean;
  /** If null, the bank receives no name. */
  billing: BillingDetails | null;
  /** Cards that the customer can pay with; null if unknown. */
  savedCards: SavedCards | null;
  /** Whether the card form is open although there are saved cards, because a card was declined. */
  startsWithOtherCard?: boolean;
  /** Path that a wallet returns to after leaving the page. */
  returnPath: string;
  /** Requests the open payment intent, which may save the card that pays it. */
  request: (data: BrowserData, savesCard: boolean) => Promise<PaymentRequest>;
  /** Called when the card was charged or may have been; the server has the definite result. */
  onPaid: () => void | Promise<void>;
  /** Called when the card was declined; the order can be paid again. Without it, the form asks for another card. */
  onFailed?: (message: string) => void | Promise<void>;
  /** Returns to the cart when part of the order is unavailable; absent if there is no cart. */
  backToCart?: BackToCart;
}) {
  const payByCard = useCardPayment();
  const { hasExpressCheckout } = useStoreSettings();
  const cards = savedCards?.cards ?? [];
  const [chosenId, setChosenId] = useState(startsWithOtherCard ? null : (cards[0]?.id ?? null));
  // The card may have been deleted in another tab.
  const chosenCard = cards.some(({ id }) => id === chosenId) ? chosenId : null;
  const { pay, obstacle, clearObstacle, dialog } = usePayment(request, onPaid, onFailed ?? (() => setChosenId(null)));

  const form = useForm({
    // Only the payment provider receives card data.
    read: (read) => read(SAVE_CARD) !== "",
    send: (savesCard) =>
      pay((requestSecret) => payByCard(requestSecret, billing && payerOf(billing), chosenCard), savesCard),
  });

  function handleChoose(id: string | null) {
    setChosenId(id);
    form.setAnswer(null);
  }

  return (
    <>
      {hasExpressCheckout && hasWallets && obstacle?.kind !== "unavailable" ? (
        <ExpressCheckout
          totalCents={totalCents}
          returnPath={returnPath}
          onConfirm={(confirm) => form.run(() => pay(confirm))}
        />
      ) : null}
      <Stack as="form" gap={4} {...form.props} aria-label={t("Card payment")}>
        {cards.length > 0 ? <SavedCardChoice cards={cards} chosenId={chosenCard} onChoose={handleChoose} /> : null}
        {chosenCard === null ? (
          <>
            <CardField onMessage={(message) => form.setAnswer(message ? rejected(message) : null)} />
            {savedCards?.canSave ? <CheckboxField name={SAVE_CARD} label={t("Save this card for next time")} /> : null}
          </>
        ) : null}
        <FormAnswer answer={form.answer} />
        {obstacle?.kind === "unavailable" ? (
          <UnavailableNotice {...obstacle} backToCart={backToCart} />
        ) : obstacle ? (
          <WindowNotice
            {...obstacle}
            orderId={orderId}
            onChosen={() => {
              clearObstacle();
              void invalidateReads();
            }}
          />
        ) : (
          <>
            {holdAboutCents === null ? null : (
              <p>
                {t("You pay what it weighs, about {price}; the rest is never charged.", {
                  price: priceWords(Math.round(holdAboutCents / 100) * 100),
                })}
              </p>
            )}
            <SubmitButton ref={passFocusOn} size="large" isWide form={form}>
              {form.isBusy
                ? t("Processing...")
                : holdAboutCents === null
                  ? t("Pay {price}", { price: moneyText(totalCents) })
                  : t("Hold up to {price}", { price: moneyText(totalCents) })}
            </SubmitButton>
          </>
        )}
      </Stack>
      {dialog}
    </>
  );
}

/**
 * Pays an order: requests its payment intent and lets the payment provider confirm it.
 * @param request requests the open payment intent, which may save the card that pays it
 * @param onPaid called when the card was charged or may have been; the server has the definite result
 * @param onFailed called when the card was declined
 * @returns `obstacle`: why the order cannot be paid as it is; null if it can. `dialog` must be rendered outside of the
 *   page's forms.
 */
function usePayment(
  request: (data: BrowserData, savesCard: boolean) => Promise<PaymentRequest>,
  onPaid: () => void | Promise<void>,
  onFailed: (message: string) => void | Promise<void>,
) {
  const [obstacle, setObstacle] = useState<Extract<PaymentRequest, { kind: "unavailable" | "no-window" }> | null>(null);
  const { withSession, dialog } = useSignInAgain();

  async function tryToPay(confirm: ConfirmPayment, savesCard: boolean): Promise<Answer | null> {
    closeErrorToasts();
    let requested: PaymentRequest | null = null;
    const result = await confirm(async () => {
      requested = await withSession(() => request(getBrowserData(), savesCard));
      return requested.kind === "open" ? requested.clientSecret : null;
    });
    // TypeScript does not see the assignment in the callback.
    const answer = requested as PaymentRequest | null;
    if (result.kind === "succeeded" || result.kind === "unknown" || answer?.kind === "confirming") await onPaid();
    else if (answer?.kind === "unavailable" || answer?.kind === "no-window") setObstacle(answer);
    else if (result.kind === "not-loaded")
      return rejected(t("The card payment provider has not loaded yet. Please try again."));
    else if (result.kind === "incomplete") return rejected(t("Payment failed: {message}", { message: result.message }));
    else if (result.kind === "not-attempted")
      return failed(answer?.kind === "rejected" ? answer.message : notAttemptedText());
    else {
      const failure = failed(t("Payment failed: {message}", { message: result.message }));
      await onFailed(result.message);
      return failure;
    }
    return null;
  }

  return {
    obstacle,
    clearObstacle: () => setObstacle(null),
    dialog,
    pay: (confirm: ConfirmPayment, savesCard = false) =>
      tryToPay(confirm, savesCard).catch((error: unknown) => {
        console.error(error);
        const isForCustomer = error instanceof SessionEndedError || error instanceof ReadRejectedError;
        return failed(isForCustomer ? error.message : notAttemptedText());
      }),
  };
}

/** Returns the message of the form, and shows it as a toast. */
function failed(text: string): Answer {
  showToast({ kind: "error", text });
  return rejected(text);
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
