import { data } from "react-router";
import { CustomerPage } from "#app/features/customers/customer-page.tsx";
import { getCustomer, listCustomerOrders, listCustomerTags } from "#app/features/customers/customer-queries.ts";
import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ReadRejectedError } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/customer-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Customer") });

export async function clientLoader({ params: { customerId } }: Route.ClientLoaderArgs) {
  const browser = getBrowserData();
  const user = await readDeskUser();
  if (!isUuid(customerId)) throw data("Customer not found", { status: 404 });
  const query = await loadPage(["customer", customerId], async () => {
    const [customer, orders, knownTags] = await Promise.all([
      getCustomer(browser, customerId),
      listCustomerOrders(browser, customerId, null),
      listCustomerTags(browser),
    ]);
    return { customer, orders, knownTags };
  }).catch((error: unknown) => {
    throw error instanceof ReadRejectedError && error.status === 404
      ? data("Customer not found", { status: 404 })
      : error;
  });
  return { query, user };
}

export default function CustomerRoute({ loaderData: { query, user } }: Route.ComponentProps) {
  const page = usePageQuery(query);
  return (
    <Page>
      <CustomerPage key={page.customer.id} {...page} user={user} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle={t("Customer not found")} />;
}
