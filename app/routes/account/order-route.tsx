import { data, Link, redirect } from "react-router";
import { findCurrentUser, mayPack } from "#app/features/account/current-user.ts";
import { requireLogin } from "#app/features/account/require-login.ts";
import { OrderAgainButton } from "#app/features/buy-again/order-again-button.tsx";
import { billingLines } from "#app/features/checkout/billing.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { OrderTime } from "#app/features/delivery/order-time.tsx";
import { DeliveryPhoto, findDeliveryPhoto } from "#app/features/driver-runs/delivery-photo.tsx";
import { OrderTextsPanel } from "#app/features/order-texts/order-texts-panel.tsx";
import { findOrderTexts, ownOrderTexts } from "#app/features/order-texts/order-texts-queries.ts";
import { OrderActions } from "#app/features/orders/order-actions.tsx";
import { deliveredAt, findOrderDetails, type OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { canStillChange } from "#app/features/orders/order-money.ts";
import { OrderNotifications } from "#app/features/orders/order-notifications.tsx";
import { OrderPage } from "#app/features/orders/order-page.tsx";
import { OrderReceipt } from "#app/features/orders/order-receipt.tsx";
import { isChangeable, isOpen } from "#app/features/orders/order-status.ts";
import { orderInPageLanguage } from "#app/features/orders/translated-lines.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { deliveryNotIncludedText } from "#app/features/store/free-delivery.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { orderQuestion, QuestionsLine } from "#app/features/store/questions-line.tsx";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { OrderWhatsappLink } from "#app/features/whatsapp-order/whatsapp-order-link.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readPushState } from "#app/platform/push-subscription.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { Page } from "#app/ui/page.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneText } from "#app/values/contact.ts";
import type { Route } from "./+types/order-route";
import styles from "./order-route.module.css";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Your order"),
  loading: () => t("Loading order details..."),
});

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const browser = getBrowserData();
  // Offline, the saved order is read-only, so skip the user: the auth client would try to refresh an expired session
  // for 30 s.
  const user = (await browser.readSession()) === "unknown" ? null : await findCurrentUser(browser);
  const record = await findOwnOrder(browser, params.orderId);
  if (!record) throw data("Order not found", { status: 404 });
  const isOwner = user !== null && user.id === record.ownerId;
  const isStaff = user !== null && mayPack(user);
  // Staff have their own order page, but see their own purchases here like any customer.
  if (isStaff && !isOwner) throw redirect(`/desk/orders/${params.orderId}`);
  const billing = await findBilling(browser, params.orderId);
  // If one of these reads fails, the order is shown without that part.
  const pushState = isOwner ? await readPushState(browser).catch(() => null) : null;
  const texts = isOwner ? await findOrderTexts(browser, params.orderId).catch(() => null) : null;
  const photo =
    deliveredAt(record) === null ? null : await findDeliveryPhoto(browser, params.orderId).catch(() => null);
  return { record, billing, isStaff, isOwner, pushState, texts, photo };
}

async function findOwnOrder(browser: BrowserData, orderId: string): Promise<OrderDetails | null> {
  const record = await findOrderDetails(browser, orderId);
  return record && { ...record, order: await orderInPageLanguage(browser, record.order) };
}

export default function OrderRoute({ loaderData, params }: Route.ComponentProps) {
  return <LoadedOrder key={params.orderId} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle={t("Order not found")} />;
}

function LoadedOrder({
  record: recordAtFirst,
  billing,
  isStaff,
  isOwner,
  pushState,
  texts,
  photo,
}: Route.ComponentProps["loaderData"]) {
  const settings = useStoreSettings();
  const record = usePolledQuery(
    ["order", recordAtFirst.order.id],
    recordAtFirst,
    async () => {
      const found = await findOwnOrder(getBrowserData(), recordAtFirst.order.id);
      if (!found) throw new Error("You can't view this order anymore.");
      return found;
    },
    canStillChange,
  );
  const { order } = record;
  const delivered = deliveredAt(record);
  const deliveryNote =
    order.isDeliveryIncluded || order.deliveryFee ? null : deliveryNotIncludedText(settings, order.totalCents);
  return (
    <Page>
      <OrderPage
        record={record}
        deliveryNote={deliveryNote}
        time={
          order.window ? (
            <OrderTime
              orderId={order.id}
              type={order.deliveryType}
              window={order.window}
              isToCome={isOpen(order.status)}
              canChange={isChangeable(order.status)}
            />
          ) : null
        }
        isOwner={isOwner}
        notifications={isOpen(order.status) ? <OrderNotifications initialState={pushState} /> : null}
        actions={<OrderActions record={record} isOwner={isOwner} orderAgain={<OrderAgainButton order={order} />} />}
      >
        {delivered === null ? null : <DeliveryPhoto orderId={order.id} initial={photo} deliveredAt={delivered} />}
        {billing ? (
          <PanelSection title={t("Billing details")}>
            <address className={styles.address}>
              {[...billingLines(billing), billing.email, phoneText(billing.phone)].map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and are never reordered.
                <span key={place}>
                  <UserText>{line}</UserText>
                </span>
              ))}
            </address>
          </PanelSection>
        ) : null}
        {texts && (isOpen(order.status) || order.status === "pending") ? (
          <OrderTextsPanel texts={texts} commands={ownOrderTexts(getBrowserData(), order.id)} />
        ) : null}
      </OrderPage>
      {isStaff ? (
        <p>
          <Link to={`/desk/orders/${order.id}`}>{t("Open this order in the back office")}</Link>
        </p>
      ) : null}
      {isOwner ? <OrderWhatsappLink order={order} /> : null}
      <QuestionsLine about={orderQuestion(order.number)} />
      {order.paidCents > 0 ? (
        <OrderReceipt
          record={record}
          shop={{ ...settings, address: addressLine(settings) }}
          payer={billing ? billingLines(billing) : []}
          deliveryNote={deliveryNote}
        >
          <TestPaymentsNote />
        </OrderReceipt>
      ) : null}
    </Page>
  );
}
