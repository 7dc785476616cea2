import { readPickLists } from "#app/features/desk/desk-queries.ts";
import { PrintPage } from "#app/features/desk/print-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/print-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Print orders") });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderIds = (new URL(request.url).searchParams.get("orders") ?? "").split(",").filter(isUuid);
  return { pickLists: orderIds.length === 0 ? [] : await readPickLists(getBrowserData(), orderIds) };
}

export default function PrintRoute({ loaderData: { pickLists } }: Route.ComponentProps) {
  return <PrintPage pickLists={pickLists} />;
}
