import type Stripe from "stripe";
import { t } from "#app/messages/t.ts";
import { messageOf } from "#app/values/unknown-value.ts";

/** One step of a test charge, with a text for the owner. */
export type TrialStep = { level: "good" | "wrong"; text: string };

/** Metadata key of the intent and its charge, which belong to no order. */
export const TEST_CHARGE = "test_charge";
/** Stripe's minimum in US dollars. */
const MIN_CENTS = 50;

/**
 * Makes the smallest possible charge through all steps of a payment: intent, test card, webhook, refund.
 * @param stripe with a test-mode key
 * @param isReceived returns whether the store's webhook received the intent's event
 * @returns the completed steps; the last one describes the problem if a step failed
 */
export async function tryCharge(
  stripe: Stripe,
  isReceived: (paymentIntentId: string) => Promise<boolean>,
): Promise<TrialStep[]> {
  const steps: TrialStep[] = [];
  const good = (text: string) => void steps.push({ level: "good", text });
  const wrong = (text: string) => [...steps, { level: "wrong" as const, text }];
  let failed = (reason: string) => t("We couldn't create a payment of $0.50: {reason}", { reason });
  try {
    const { id, livemode } = await stripe.paymentIntents.create({
      amount: MIN_CENTS,
      currency: "usd",
      allowed_payment_method_types: ["card"],
      description: "Test charge",
      metadata: { [TEST_CHARGE]: "1" },
    });
    if (livemode) return wrong(t("The payment was created in live mode and stays unpaid."));
    good(t("Created a payment of $0.50: {id}.", { id }));
    failed = (reason) => t("The test card was declined: {reason}", { reason });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    if (paid.status !== "succeeded") return wrong(t("The test card's payment is {status}.", { status: paid.status }));
    good(t("The test card paid it."));
    const wasReceived = await isReceived(id);
    if (wasReceived) good(t("The webhook arrived with a valid signature."));
    failed = (reason) => t("The refund failed: {reason}", { reason });
    const refund = await stripe.refunds.create({ payment_intent: id, metadata: { [TEST_CHARGE]: "1" } });
    if (refund.status === "failed") return wrong(t("The refund failed."));
    good(t("The refund succeeded."));
    if (wasReceived) return steps;
    return wrong(
      t(
        "The webhook did not arrive within 15 seconds, so no order would become paid. Check the webhook endpoint and its signing secret, as docs/how-to/go-live-with-stripe.md says.",
      ),
    );
  } catch (error) {
    return wrong(failed(messageOf(error)));
  }
}
