import { redirect } from "react-router";
import { ImportPage } from "#app/features/product-import/import-page.tsx";
import {
  findImport,
  listImportRows,
  listImports,
  shownResultFrom,
} from "#app/features/product-import/import-queries.ts";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryPage } from "#app/platform/loaded-page.tsx";
import { loadPage } from "#app/platform/use-page-query.ts";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import type { Route } from "./+types/import-route";

export const { meta, HydrateFallback } = deskRoute({ title: () => t("CSV import and export") });

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  return loadPage(["import", search.toString()], () => readImportPage(search));
}

export default queryPage<typeof clientLoader>(ImportPage);

async function readImportPage(search: URLSearchParams) {
  const data = getBrowserData();
  const id = search.get("import") ?? "";
  if (id === "") return { open: null, past: await listImports(data) };
  const one = /^\d{1,15}$/.test(id) ? await findImport(data, Number(id)) : null;
  if (one === null) throw redirect("/desk/products/import");
  const shown = shownResultFrom(search.get("show"), one);
  const rows = await listImportRows(data, one.id, shown, pageIndexFrom(search));
  if (rows === null) throw redirect(`/desk/products/import?import=${one.id}&show=${shown}`);
  return { open: { one, shown, rows }, past: [] };
}
