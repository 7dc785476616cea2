import { data } from "react-router";
import { findCurrentUser, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { requireLogin } from "#app/features/account/require-login.ts";
import { OrderAgainButton } from "#app/features/buy-again/order-again-button.tsx";
import type { BillingDetails } from "#app/features/checkout/billing.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { OrderTime } from "#app/features/delivery/order-time.tsx";
import { type OrderContact, OrderDesk } from "#app/features/order-admin/order-desk.tsx";
import { listOrderMails, type OrderMail } from "#app/features/order-admin/order-mails.ts";
import { OrderActions } from "#app/features/orders/order-actions.tsx";
import { findOrderDetails, type OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { canStillChange } from "#app/features/orders/order-money.ts";
import { OrderNotifications } from "#app/features/orders/order-notifications.tsx";
import { OrderPage } from "#app/features/orders/order-page.tsx";
import { OrderReceipt } from "#app/features/orders/order-receipt.tsx";
import { isChangeable, isOpen } from "#app/features/orders/order-status.ts";
import { TestPaymentsNote } from "#app/features/payments/test-payments-note.tsx";
import { deliveryNotIncludedText } from "#app/features/store/free-delivery.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { orderQuestion, QuestionsLine } from "#app/features/store/questions-line.tsx";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { type PublicConfig, readPublicConfig } from "#app/platform/public-config.ts";
import { type PushState, readPushState } from "#app/platform/push-subscription.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneText } from "#app/values/contact.ts";
import type { Route } from "./+types/order-route";
import styles from "./order-route.module.css";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Your order",
    description: "Your order and its status.",
    path: null,
  });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const browser = getBrowserData();
  // A saved order is for reading only; the auth client would try for 30 s to refresh an expired session.
  const user = navigator.onLine ? await findCurrentUser(browser) : null;
  const isManaging = user !== null && mayManage(user);
  const view = await readOrderView(browser, params.orderId, isManaging);
  if (!view) throw data("Order not found", { status: 404 });
  const billing = await findBilling(browser, params.orderId);
  const isOwner = user !== null && user.id === view.record.ownerId;
  // Packers own their purchases like any customer.
  const isForShop = user !== null && (isManaging || (mayPack(user) && !isOwner));
  // Without an answer, the button is missing and the order is there.
  const pushState = isOwner ? await readPushState(browser).catch(() => null) : null;
  return { view, billing, isManaging, isForShop, isOwner, pushState, config: readPublicConfig() };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Your order</h1>
      <Spinner label="Loading order details..." />
    </Page>
  );
}

export default function OrderRoute({ loaderData, params }: Route.ComponentProps) {
  return <LoadedOrder key={params.orderId} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle="Order not found" />;
}

/** Data that changes while the page is open. */
interface OrderView {
  record: OrderDetails;
  /** For managers; empty for everybody else. */
  mails: OrderMail[];
}

async function readOrderView(browser: BrowserData, orderId: string, isManaging: boolean): Promise<OrderView | null> {
  const [record, mails] = await Promise.all([
    findOrderDetails(browser, orderId),
    isManaging ? listOrderMails(browser, orderId) : [],
  ]);
  return record && { record, mails };
}

/** @throws when the order cannot be seen any more: the page then stays as it was */
async function readAgain(orderId: string, isManaging: boolean): Promise<OrderView> {
  const view = await readOrderView(getBrowserData(), orderId, isManaging);
  if (!view) throw new Error("You can't view this order anymore.");
  return view;
}

function LoadedOrder({
  view,
  billing,
  isManaging,
  isForShop,
  isOwner,
  pushState,
  config,
}: {
  view: OrderView;
  billing: BillingDetails | null;
  isManaging: boolean;
  isForShop: boolean;
  isOwner: boolean;
  pushState: PushState;
  config: PublicConfig;
}) {
  const settings = useStoreSettings();
  const { data: reading, refresh } = usePolledQuery(
    ["order", view.record.order.id],
    view,
    () => readAgain(view.record.order.id, isManaging),
    ({ record, mails }) => canStillChange(record) || mails.some((mail) => mail.status === "waiting"),
  );
  const { record, mails } = reading;
  const { order } = record;
  const deliveryNote =
    order.isDeliveryIncluded || order.deliveryFee ? null : deliveryNotIncludedText(settings, order.totalCents);
  return (
    <Page>
      <OrderPage
        record={record}
        isForShop={isForShop && !isOwner}
        deliveryNote={deliveryNote}
        onChangePreferences={isOwner ? refresh : null}
        time={
          order.window ? (
            <OrderTime
              orderId={order.id}
              type={order.deliveryType}
              window={order.window}
              timeZone={settings.timeZone}
              onChanged={isChangeable(order.status) ? refresh : null}
            />
          ) : null
        }
        isOwner={isOwner}
        notifications={isOpen(order.status) ? <OrderNotifications initialState={pushState} /> : null}
        actions={
          <OrderActions
            record={record}
            isOwner={isOwner}
            canCancel={!isForShop}
            orderAgain={<OrderAgainButton order={record.order} />}
            onChanged={refresh}
          />
        }
        desk={
          isForShop ? (
            <OrderDesk
              record={record}
              contact={contactOf(record, billing)}
              mails={mails}
              isManaging={isManaging}
              onChanged={refresh}
            />
          ) : null
        }
      >
        {billing ? <BillingPanel billing={billing} /> : null}
      </OrderPage>
      {isForShop ? null : <QuestionsLine about={orderQuestion(order.number)} />}
      {record.order.paidCents > 0 ? (
        <OrderReceipt
          record={record}
          shop={{ ...settings, address: addressLine(settings) }}
          payer={billing ? billingLines(billing) : []}
          deliveryNote={deliveryNote}
        >
          <TestPaymentsNote config={config} />
        </OrderReceipt>
      ) : null}
    </Page>
  );
}

function BillingPanel({ billing }: { billing: BillingDetails }) {
  return (
    <Panel>
      <h2 className={styles.heading}>Billing details</h2>
      <address className={styles.address}>
        {[...billingLines(billing), billing.email, phoneText(billing.phone)].map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none changes places.
          <span key={place}>
            <UserText>{line}</UserText>
          </span>
        ))}
      </address>
    </Panel>
  );
}

function contactOf({ order }: OrderDetails, billing: BillingDetails | null): OrderContact {
  const phones = [order.deliveryPhoneNumber, billing?.phone ?? ""].filter((phone) => phone !== "").map(phoneText);
  return {
    name: billing?.name ?? null,
    email: billing?.email ?? null,
    phones: [...new Set(phones)],
  };
}

function billingLines({ name, line1, city, state, postalCode, country }: BillingDetails): string[] {
  return [name, line1, `${city}, ${state} ${postalCode}, ${country}`];
}
