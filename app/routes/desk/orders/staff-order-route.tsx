import { data } from "react-router";
import { mayManage } from "#app/features/account/current-user.ts";
import { billingLines } from "#app/features/checkout/billing.ts";
import { findBilling } from "#app/features/checkout/billing-details.ts";
import { customerAddress } from "#app/features/customers/customer.ts";
import { OrderTime } from "#app/features/delivery/order-time.tsx";
import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { DeliveryPhoto, findDeliveryPhoto } from "#app/features/driver-runs/delivery-photo.tsx";
import { listMails, listTexts } from "#app/features/order-admin/order-messages.ts";
import { StaffOrderPage } from "#app/features/order-admin/staff-order-page.tsx";
import { listSubstitutionAnswers } from "#app/features/order-texts/substitution-answer.ts";
import { SubstitutionAnswers } from "#app/features/order-texts/substitution-answers.tsx";
import { deliveredAt, findOrderDetails } from "#app/features/orders/order-details-queries.ts";
import { customerLanguageText } from "#app/features/orders/order-language.ts";
import { canStillChange } from "#app/features/orders/order-money.ts";
import { isChangeable, isPackable } from "#app/features/orders/order-status.ts";
import { orderInPageLanguage } from "#app/features/orders/translated-lines.ts";
import { deliveryNotIncludedText } from "#app/features/store/free-delivery.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { phoneText } from "#app/values/contact.ts";
import type { Route } from "./+types/staff-order-route";

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Order"),
  loading: () => t("Loading order details..."),
});

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const browser = getBrowserData();
  const isManaging = mayManage(await readDeskUser());
  const [view, billing] = await Promise.all([
    readOrder(browser, params.orderId, isManaging),
    findBilling(browser, params.orderId),
  ]);
  if (!view) throw data("Order not found", { status: 404 });
  const photo =
    deliveredAt(view.record) === null ? null : await findDeliveryPhoto(browser, params.orderId).catch(() => null);
  return { view, billing, isManaging, photo };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle={t("Order not found")} />;
}

export default function StaffOrderRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page>
      <LoadedOrder key={params.orderId} {...loaderData} />
    </Page>
  );
}

async function readOrder(browser: BrowserData, orderId: string, isManaging: boolean) {
  const [record, mails, texts, answers] = await Promise.all([
    findOrderDetails(browser, orderId),
    isManaging ? listMails(browser, orderId) : [],
    isManaging ? listTexts(browser, orderId) : [],
    listSubstitutionAnswers(browser, orderId),
  ]);
  return (
    record && { record: { ...record, order: await orderInPageLanguage(browser, record.order) }, mails, texts, answers }
  );
}

function LoadedOrder({ view, billing, isManaging, photo }: Route.ComponentProps["loaderData"]) {
  const settings = useStoreSettings();
  const { record, mails, texts, answers } = usePolledQuery(
    ["staff-order", view.record.order.id],
    view,
    async () => {
      const found = await readOrder(getBrowserData(), view.record.order.id, isManaging);
      if (!found) throw new Error("You can't view this order anymore.");
      return found;
    },
    ({ record, mails, texts }) =>
      canStillChange(record) || [...mails, ...texts].some(({ status }) => status === "waiting"),
  );
  const { order } = record;
  const delivered = deliveredAt(record);
  const phones = [order.deliveryPhoneNumber, billing?.phone ?? ""].filter((phone) => phone !== "").map(phoneText);
  return (
    <StaffOrderPage
      record={record}
      contact={{
        name: billing?.name ?? null,
        email: billing?.email ?? null,
        phones: [...new Set(phones)],
        language: customerLanguageText(order.language),
        billing: billing ? billingLines(billing) : [],
        pagePath: isManaging
          ? customerAddress({
              userId: record.ownerId,
              email: billing?.email ?? null,
              phone: billing?.phone ?? order.deliveryPhoneNumber,
            })
          : null,
      }}
      mails={mails}
      texts={texts}
      isManaging={isManaging}
      time={
        order.window ? (
          <OrderTime
            orderId={order.id}
            type={order.deliveryType}
            window={order.window}
            isForShop
            canChange={isChangeable(order.status)}
          />
        ) : null
      }
      deliveryNote={
        order.isDeliveryIncluded || order.deliveryFee ? null : deliveryNotIncludedText(settings, order.totalCents)
      }
    >
      <SubstitutionAnswers answers={answers} canAnswer={isPackable(order.status)} />
      {delivered === null ? null : <DeliveryPhoto orderId={order.id} initial={photo} deliveredAt={delivered} />}
    </StaffOrderPage>
  );
}
