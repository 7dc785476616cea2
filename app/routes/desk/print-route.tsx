import { readPickLists } from "#app/features/desk/desk-queries.ts";
import { PrintPage } from "#app/features/desk/print-page.tsx";
import { listSnapAmounts } from "#app/features/payments/snap-amount.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadedPage } from "#app/platform/loaded-page.tsx";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/print-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Print orders") });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderIds = (new URL(request.url).searchParams.get("orders") ?? "").split(",").filter(isUuid);
  if (orderIds.length === 0) return { pickLists: [], snapAmounts: new Map<string, number>() };
  const data = getBrowserData();
  const [pickLists, snapAmounts] = await Promise.all([readPickLists(data, orderIds), listSnapAmounts(data, orderIds)]);
  return { pickLists, snapAmounts };
}

export default loadedPage<typeof clientLoader>(PrintPage);
