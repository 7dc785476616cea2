import { listSuppliers } from "#app/features/stock/supplier.ts";
import { SuppliersPage } from "#app/features/stock/suppliers-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/suppliers-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Suppliers") });

export function clientLoader() {
  return loadPage(["suppliers"], () => listSuppliers(getBrowserData()));
}

export default function SuppliersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <SuppliersPage suppliers={usePageQuery(loaderData)} />
    </Page>
  );
}
