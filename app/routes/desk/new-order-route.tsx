import { useSearchParams } from "react-router";
import { orderContact } from "#app/features/customers/customer.ts";
import { getCustomer } from "#app/features/customers/customer-queries.ts";
import { PointOfSalePage } from "#app/features/point-of-sale/point-of-sale-page.tsx";
import { readPointOfSale } from "#app/features/point-of-sale/pos-queries.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads, ReadRejectedError } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/new-order-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("New order"),
  description: () => t("An order in the store or by phone."),
});

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const customerId = new URL(request.url).searchParams.get("customer");
  const [query, contact] = await Promise.all([
    loadPage(["new-order"], () => readPointOfSale(data)),
    customerId === null ? null : findContact(customerId),
  ]);
  return { query, contact };
}

/** Returns the customer's contact details; null for an unknown customer, whose details staff then type. */
async function findContact(customerId: string): Promise<ReturnType<typeof orderContact> | null> {
  try {
    return orderContact(await getCustomer(getBrowserData(), customerId));
  } catch (error) {
    if (error instanceof ReadRejectedError) return null;
    throw error;
  }
}

export default function NewOrderRoute({ loaderData: { query, contact } }: Route.ComponentProps) {
  const counter = usePageQuery(query);
  const [search] = useSearchParams();
  return (
    <Page>
      <PointOfSalePage
        key={search.get("customer")}
        counter={counter}
        orderId={search.get("order")}
        contact={contact}
        onChanged={invalidateReads}
      />
    </Page>
  );
}
