import { t } from "#app/messages/t.ts";
import type { Environment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { checkStripe } from "./check-stripe.ts";

/** Checks Stripe's keys and webhook, and with `isWithAccount` whether the account may charge cards. */
export async function checkPayments(
  { stripe, shopMode, publicOrigin }: Environment,
  isWithAccount = true,
): Promise<Finding[]> {
  if (!stripe) {
    const text = t("The payment sandbox replaces Stripe. No card is charged.");
    const remedy = "Set the Stripe keys (docs/how-to/go-live-with-stripe.md).";
    return [{ subject: "Stripe", level: "note", text, remedy }];
  }
  const { secretKey, apiUrl = "https://api.stripe.com" } = stripe;
  return checkStripe({ secretKey, apiUrl, shopMode, publicOrigin, isWithAccount });
}
