import { useIsFetching } from "@tanstack/react-query";
import { redirect, useLocation } from "react-router";
import { loginAddress } from "#app/features/account/require-login.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { readCheckoutOrder } from "#app/features/checkout/checkout-queries.ts";
import { PaymentFailed } from "#app/features/checkout/payment-failed.tsx";
import { failureText } from "#app/features/orders/order.ts";
import { readOfferedCards } from "#app/features/payments/saved-cards.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { orderQuestion, QuestionsLine } from "#app/features/store/questions-line.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads, queryClient } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { textIn } from "#app/values/unknown-value.ts";
import type { Route } from "./+types/error-route";

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Your payment"),
  loading: () => t("Loading order details..."),
  width: "text",
});

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderId = new URL(request.url).searchParams.get("order");
  return loadPage(["payment-error", orderId], () => readFailedPayment(orderId));
}

async function readFailedPayment(orderId: string | null) {
  if (orderId === null) return { order: null, problem: null, billing: null, savedCards: null };
  const path = `/error?order=${encodeURIComponent(orderId)}`;
  if ((await getBrowserData().readSession()) === null) throw redirect(loginAddress(path));
  const found = await readCheckoutOrder(orderId, path);
  // The payment succeeded after all, or the order has ended, perhaps in another tab.
  if (found.order && found.order.status !== "pending") throw redirect(`/success/${found.order.id}`);
  if (!found.order) return { ...found, billing: null, savedCards: null };
  const [billing, savedCards] = await Promise.all([
    findBilling(getBrowserData(), found.order.id).catch(() => null),
    readOfferedCards(getBrowserData()),
  ]);
  return { ...found, billing, savedCards };
}

/** Uses a neutral heading, because it is unknown whether the payment failed until the order is read. */
export default function ErrorRoute({ loaderData }: Route.ComponentProps) {
  const { order, problem, billing, savedCards } = usePageQuery(loaderData);
  // Each failure renders a new, empty card form.
  const { key } = useLocation();
  const message = useFailureMessage() ?? failureText(order?.failureMessage);
  return (
    <Page width="text">
      <h1>{problem === null ? t("Payment Failed") : t("Your payment")}</h1>
      <TestPaymentsNote />
      {order ? (
        <PaymentFailed key={key} order={order} message={message} billing={billing} savedCards={savedCards} />
      ) : problem !== null ? (
        <UnknownPayment problem={problem} />
      ) : (
        <Panel>
          <p>{t("Your cart is where you left it.")}</p>
          <ButtonLink to="/cart" variation="secondary" isWide>
            {t("Back to cart")}
          </ButtonLink>
        </Panel>
      )}
      <QuestionsLine about={order ? orderQuestion(order.number) : t("Hello! My payment failed.")} />
    </Page>
  );
}

/** Shown if the order could not be read: the page makes no statement about the payment, and the cart is kept. */
function UnknownPayment({ problem }: { problem: string }) {
  const isReading = useIsFetching({}, queryClient) > 0;
  return (
    <Panel>
      <FormMessage>{t("Error: {problem}", { problem })}</FormMessage>
      <p>{t("We don't know yet whether your order is paid. Check again before you pay.")}</p>
      <Button size="large" isWide disabled={isReading} onClick={invalidateReads}>
        {isReading ? t("Checking your order...") : t("Check again")}
      </Button>
      <ButtonLink to="/cart" variation="secondary" isWide>
        {t("Back to cart")}
      </ButtonLink>
    </Panel>
  );
}

/** Returns the payment form's error, because the provider reports it to the order a moment later. */
function useFailureMessage(): string | null {
  const state: unknown = useLocation().state;
  return textIn(state, "message") ?? null;
}
