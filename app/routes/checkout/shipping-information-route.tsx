import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { requireLogin } from "#app/features/account/require-login.ts";
import { clearCart } from "#app/features/cart/cart-store.ts";
import { billingPhone } from "#app/features/checkout/billing.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { BillingForm } from "#app/features/checkout/billing-form.tsx";
import { CheckoutFrame } from "#app/features/checkout/checkout-frame.tsx";
import { readCheckoutOrder } from "#app/features/checkout/checkout-queries.ts";
import { forgetGuestContact, readGuestContact } from "#app/features/checkout/guest-checkout.ts";
import { deliveryBillingAddress, hasAddress, knownBilling } from "#app/features/checkout/known-billing.ts";
import { PayInStoreChoice } from "#app/features/checkout/pay-in-store-choice.tsx";
import { findOrderTexts, ownOrderTexts } from "#app/features/order-texts/order-texts-queries.ts";
import { TextConsentFields } from "#app/features/order-texts/text-consent-fields.tsx";
import { readPayInStoreOffer } from "#app/features/payments/choose-pay-in-store.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { findSavedBilling } from "#app/features/saved-details/saved-details.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { phoneDigits, phoneText } from "#app/values/contact.ts";
import type { Route } from "./+types/shipping-information-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Shipping information"),
  loading: () => t("Loading order details..."),
  width: "payment",
});

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  // If the saved details cannot be read, the shopper types them.
  const [found, given, saved, user, texts, offer] = await Promise.all([
    readCheckoutOrder(params.orderId, `/shippingInformation/${params.orderId}`),
    findBilling(data, params.orderId).catch(() => null),
    findSavedBilling(data).catch(() => null),
    findCurrentUser(data).catch(() => null),
    findOrderTexts(data, params.orderId).catch(() => null),
    readPayInStoreOffer(data, params.orderId).catch(() => null),
  ]);
  // Only an unpaid order needs billing details.
  if (found.order && found.order.status !== "pending") throw redirect(`/success/${found.order.id}`);
  return { ...found, given, saved, user, texts, offer };
}

export default function ShippingInformationRoute({ loaderData }: Route.ComponentProps) {
  const { order, problem, given, saved, user, texts, offer } = loaderData;
  const navigate = useNavigate();
  const { state } = useStoreSettings();
  const delivery = order && deliveryBillingAddress(order, state);
  const initial = order ? knownBilling(given ?? saved, user, order, readGuestContact(), state) : {};
  const [phone, setPhone] = useState(billingPhone(initial.phone ?? ""));
  const [isInStore, setInStore] = useState(false);
  const [channel, setChannel] = useState(texts?.activeChannel ?? null);

  /** Saves the text settings; a failure does not stop the order. */
  async function saveTexts(orderId: string) {
    if (!texts || (channel === null && texts.activeChannel === null)) return;
    const commands = ownOrderTexts(getBrowserData(), orderId);
    await withErrorToast(() => (channel === null ? commands.stop() : commands.start(channel, texts.wordingVersion)));
  }

  return (
    <Page width="payment">
      <h1>{t("Shipping information")}</h1>
      <TestPaymentsNote />
      {order ? (
        <CheckoutFrame step="details" order={order}>
          {offer?.isOffered ? (
            <Panel>
              <RadioChoice
                legend={t("How would you like to pay?")}
                isShort
                name="way"
                options={[
                  ["card", t("Card")],
                  ["store", t("Pay in the store")],
                ]}
                chosen={isInStore ? "store" : "card"}
                onChoose={(way) => setInStore(way === "store")}
              />
            </Panel>
          ) : null}
          {offer && (isInStore || offer.isChosen) ? (
            <PayInStoreChoice
              order={order}
              offer={offer}
              contact={initial}
              onChosen={() => {
                forgetGuestContact();
                return navigate(`/success/${order.id}`, { replace: true });
              }}
            />
          ) : null}
          {isInStore ? null : (
            <Panel>
              <h2>{t("Billing details")}</h2>
              <BillingForm
                orderId={order.id}
                initial={initial}
                delivery={delivery}
                isSame={delivery !== null && (given === null || hasAddress(given, delivery))}
                onPhone={setPhone}
                onSaved={async () => {
                  await saveTexts(order.id);
                  clearCart();
                  forgetGuestContact();
                  await navigate(`/checkout/${order.id}`);
                }}
                onClosed={async () => await navigate(`/success/${order.id}`, { replace: true })}
              >
                {texts ? (
                  <TextConsentFields
                    texts={texts}
                    phone={phoneDigits(phone) === null ? null : phoneText(phone)}
                    chosen={channel}
                    onChange={setChannel}
                  />
                ) : null}
              </BillingForm>
            </Panel>
          )}
        </CheckoutFrame>
      ) : (
        <FormMessage>{t("Error: {problem}", { problem })}</FormMessage>
      )}
    </Page>
  );
}
