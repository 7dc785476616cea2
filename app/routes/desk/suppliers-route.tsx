import { listSuppliers } from "#app/features/receiving/supplier-queries.ts";
import { SuppliersPage } from "#app/features/receiving/suppliers-page.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/suppliers-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Suppliers"), description: t("From whom the store buys."), path: null });
}

export function clientLoader() {
  return loadPage(["suppliers"], () => listSuppliers(getBrowserData()));
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Suppliers")}</h1>
      <Spinner />
    </Page>
  );
}

export default function SuppliersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SuppliersPage suppliers={usePageQuery(loaderData)} />
    </Page>
  );
}
