import { listSuppliers } from "#app/features/stock/supplier.ts";
import { SuppliersPage } from "#app/features/stock/suppliers-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/suppliers-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("Suppliers") });

export function clientLoader() {
  return loadPage(["suppliers"], () => listSuppliers(getBrowserData()));
}

export default function SuppliersRoute({ loaderData }: Route.ComponentProps) {
  return <SuppliersPage suppliers={usePageQuery(loaderData)} />;
}
