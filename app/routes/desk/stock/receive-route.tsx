import { listDeliveries } from "#app/features/stock/delivery-queries.ts";
import { ReceivePage } from "#app/features/stock/receive-page.tsx";
import { listSuppliers } from "#app/features/stock/supplier.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";

export function clientLoader() {
  return loadPage(["receive"], async () => {
    const data = getBrowserData();
    const [suppliers, deliveries] = await Promise.all([listSuppliers(data), listDeliveries(data)]);
    return { suppliers, deliveries };
  });
}

export default queryPage<typeof clientLoader>(ReceivePage);
