import type { Context, ErrorHandler } from "hono";
import { t } from "#app/messages/t.ts";
import { errorText } from "#server/base/error-text.ts";
import { isUnavailable, RETRY_AFTER_SECONDS, rejectionStatus } from "#server/base/unavailable.ts";
import { isProviderAway } from "#server/payments/payment-provider.ts";
import { Rejection } from "./caller.ts";

/**
 * Creates the handler of errors that no endpoint handles: the response of a `Rejection`; `{ error }` with the database's
 * own status for its rejection, 503 while the database or the payment provider is unavailable, and 500 for any other,
 * with the request's id.
 */
export function answerErrors(logError: (error: Error, c: Context) => void): ErrorHandler {
  return (error, c) => {
    if (error instanceof Rejection) return c.json(error.body, error.status);
    const rejected = rejectionStatus(error);
    if (rejected !== null) return c.json({ error: errorText(error) }, rejected);
    logError(error, c);
    const isAway = isUnavailable(error);
    const requestId = c.get("requestId") as string | undefined;
    if (isAway || isProviderAway(error)) {
      c.header("retry-after", String(RETRY_AFTER_SECONDS));
      const words = isAway
        ? t("We can't do this right now. Try again in a moment.")
        : t("We can't reach our payment provider. Your order is kept, and nothing was charged. Try again in a moment.");
      return c.json({ error: words, requestId }, 503);
    }
    return c.json({ error: t("Something went wrong on our side. Try again."), requestId }, 500);
  };
}
