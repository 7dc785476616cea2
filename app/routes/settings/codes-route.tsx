import { listDiscountCodes } from "#app/features/discounts/discount-queries.ts";
import { DiscountsPage } from "#app/features/discounts/discounts-page.tsx";
import { requireOwner } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/codes-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwner];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Discount codes"),
    description: t("Discount codes and their usage."),
    path: null,
  });
}

export function clientLoader() {
  return loadPage(["discount-codes"], () => listDiscountCodes(getBrowserData()));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Discount codes")}</h1>
      <Spinner />
    </Page>
  );
}

export default function DiscountsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <DiscountsPage discounts={usePageQuery(loaderData)} />
    </Page>
  );
}
