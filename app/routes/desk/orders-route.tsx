import { redirect } from "react-router";
import {
  filterRow,
  orderCursorFrom,
  orderFilterFrom,
  orderTableAddress,
} from "#app/features/order-table/order-filter.ts";
import { findOrderPage } from "#app/features/order-table/order-table-queries.ts";
import { OrdersPage } from "#app/features/order-table/orders-page.tsx";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/orders-route";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const data = getBrowserData();
  const search = new URL(request.url).searchParams;
  const filter = orderFilterFrom(search);
  const cursor = orderCursorFrom(search);
  const { timeZone } = await getStoreSettings(data);
  return loadPage(["orders", filter, cursor], async () => {
    const page = await findOrderPage(data, filterRow(filter, new Date(), timeZone), cursor);
    if (page === null) throw redirect(orderTableAddress(filter));
    return { filter, cursor, page };
  });
}

export default queryPage<typeof clientLoader>(OrdersPage);
