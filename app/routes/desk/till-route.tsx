import { useSearchParams } from "react-router";
import { orderContact } from "#app/features/customers/customer.ts";
import { getCustomer } from "#app/features/customers/customer-queries.ts";
import { bagCustomerOf } from "#app/features/point-of-sale/customer-line.tsx";
import { readPointOfSale } from "#app/features/point-of-sale/pos-queries.ts";
import { TillPage } from "#app/features/point-of-sale/till-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ReadRejectedError } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/till-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Till") });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const customerId = new URL(request.url).searchParams.get("customer");
  const [query, customer] = await Promise.all([
    loadPage(["till"], () => readPointOfSale(data)),
    customerId === null ? null : findCustomer(customerId),
  ]);
  return { query, customer };
}

/** Returns the customer with their contact details; null for an unknown customer, whose details staff then type. */
async function findCustomer(customerId: string) {
  try {
    const found = await getCustomer(getBrowserData(), customerId);
    return { ...bagCustomerOf(found), contact: orderContact(found) };
  } catch (error) {
    if (error instanceof ReadRejectedError) return null;
    throw error;
  }
}

export default function TillRoute({ loaderData: { query, customer } }: Route.ComponentProps) {
  const counter = usePageQuery(query);
  const [search] = useSearchParams();
  return <TillPage counter={counter} orderId={search.get("order")} opens={search.get("open")} customer={customer} />;
}
