import { redirect } from "react-router";
import { requireManager } from "#app/features/staff/require-role.ts";
import { HistoryPage } from "#app/features/stock-counts/history-page.tsx";
import { movementKindFrom } from "#app/features/stock-counts/movement.ts";
import { listMovements } from "#app/features/stock-counts/movement-queries.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/stock-history-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Stock history"), description: t("Every stock movement."), path: null });
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const kind = movementKindFrom(search.get("kind"));
  const pageIndex = pageIndexFrom(search);
  return loadPage(["stock-history", kind, pageIndex], async () => {
    const page = await listMovements(getBrowserData(), kind, pageIndex);
    if (page === null) throw redirect("/desk/stock/history");
    return { kind, page };
  });
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Stock history")}</h1>
      <Spinner />
    </Page>
  );
}

export default function StockHistoryRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <HistoryPage {...usePageQuery(loaderData)} />
    </Page>
  );
}
