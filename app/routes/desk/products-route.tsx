import { redirect } from "react-router";
import { ShelfPage } from "#app/features/products/shelf-page.tsx";
import { listShelf, shelfAddress, shelfFilterFrom } from "#app/features/products/shelf-record.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/products-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Products", description: "Prices and stock, in the hand.", path: null });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const filter = shelfFilterFrom(search);
  const items = await listShelf(getBrowserData(), filter, pageIndexFrom(search));
  // The last page may have gone with what was hidden on it.
  if (items === null) throw redirect(shelfAddress(filter));
  return { filter, items };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Products</h1>
      <Spinner />
    </Page>
  );
}

export default function ProductsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <ShelfPage {...loaderData} />
    </Page>
  );
}
