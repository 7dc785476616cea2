import { data } from "react-router";
import { findCategory } from "#app/features/catalogue/categories.ts";
import { ProductEditor } from "#app/features/products/product-editor.tsx";
import { findEditedProduct, listPriceHistory } from "#app/features/products/product-editor-queries.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/product-editor-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Product", description: "Texts, prices, stock, and images.", path: null });
}

export function clientLoader({ params: { category: prefix, id } }: Route.ClientLoaderArgs) {
  const category = findCategory(prefix);
  if (!category || !/^[1-9]\d{0,14}$/.test(id)) throw data("Product not found", { status: 404 });
  return loadPage(["edited-product", prefix, id], async () => {
    const browser = getBrowserData();
    const edited = await findEditedProduct(browser, category, Number(id));
    if (!edited) throw data("Product not found", { status: 404 });
    return { edited, history: await listPriceHistory(browser, edited.product.name) };
  });
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Product</h1>
      <Spinner />
    </Page>
  );
}

export default function ProductEditorRoute({ loaderData }: Route.ComponentProps) {
  const page = usePageQuery(loaderData);
  const { name } = useStoreSettings();
  return (
    <Page>
      <ProductEditor key={page.edited.product.id} {...page} shopName={name} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} {...(isMissingError(error) ? { missingTitle: "Product not found" } : {})} />;
}
