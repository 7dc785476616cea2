import { redirect } from "react-router";
import { HistoryPage } from "#app/features/stock/history-page.tsx";
import { movementKindFrom } from "#app/features/stock/movement.ts";
import { listMovements } from "#app/features/stock/movement-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import type { Route } from "./+types/history-route";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const kind = movementKindFrom(search.get("kind"));
  const productId = wholeNumberTyped(search.get("product") ?? "");
  const pageIndex = pageIndexFrom(search);
  return loadPage(["stock-history", kind, productId, pageIndex], async () => {
    const page = await listMovements(getBrowserData(), { kind, productId }, pageIndex);
    if (page === null) throw redirect("/desk/stock/history");
    return { kind, productId, page };
  });
}

export default queryPage<typeof clientLoader>(HistoryPage);
