import { requireManager } from "#app/features/staff/require-role.ts";
import { StockPage } from "#app/features/stock-items/stock-page.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/stock-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Stock"), description: t("Deliveries, counts, and dates."), path: null });
}

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}

export default function StockRoute() {
  return (
    <Page>
      <StockPage />
    </Page>
  );
}
