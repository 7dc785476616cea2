import { customerFilterFrom } from "#app/features/customers/customer.ts";
import { listCustomers, listCustomerTags } from "#app/features/customers/customer-queries.ts";
import { CustomersPage } from "#app/features/customers/customers-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import type { Route } from "./+types/customers-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const filter = customerFilterFrom(new URL(request.url).searchParams);
  const [page, tags] = await Promise.all([listCustomers(data, filter), listCustomerTags(data)]);
  return { filter, page, tags };
}

export default loadedPage<typeof clientLoader>(CustomersPage);
