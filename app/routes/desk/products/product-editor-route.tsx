import { Fragment } from "react";
import { data } from "react-router";
import { findCategory } from "#app/features/catalog/categories.ts";
import { type EditedGroup, listChoiceGroups, listGroupIdsOf } from "#app/features/products/choice-group-queries.ts";
import { NewProduct, ProductEditor } from "#app/features/products/product-editor.tsx";
import {
  type EditedProduct,
  findEditedProduct,
  type HistoryEntry,
  listPriceHistory,
} from "#app/features/products/product-editor-queries.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { listProgressOf, type TranslationCount } from "#app/features/translations/translation-list-queries.ts";
import { TranslationProgress } from "#app/features/translations/translation-progress.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage, type PageQuery, usePageQuery } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Problem } from "#app/ui/problem.tsx";
import type { Route } from "./+types/product-editor-route";

/** Product with its price history; null for a new product. */
type Edited = {
  edited: EditedProduct;
  history: readonly HistoryEntry[];
  choices: { groups: EditedGroup[]; chosenIds: number[] };
  progress: TranslationCount[];
} | null;

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Product") });

/** Loads the product of both routes. They share this module, so that no other page loads the product form. */
export function clientLoader({ params }: Route.ClientLoaderArgs): Promise<PageQuery<Edited>> {
  const { category: prefix, id } = params as { category?: string; id?: string };
  if (prefix === undefined || id === undefined) return loadPage(["edited-product", "new"], async () => null);
  const category = findCategory(prefix);
  if (!category || !/^[1-9]\d{0,14}$/.test(id)) throw data("Product not found", { status: 404 });
  return loadPage<Edited>(["edited-product", prefix, id], async () => {
    const browser = getBrowserData();
    const edited = await findEditedProduct(browser, category, Number(id));
    if (!edited) throw data("Product not found", { status: 404 });
    const [history, groups, chosenIds, progress] = await Promise.all([
      listPriceHistory(browser, edited.product.name),
      listChoiceGroups(browser),
      listGroupIdsOf(browser, edited.product.id),
      listProgressOf(browser, "product", edited.product.id),
    ]);
    return { edited, history, choices: { groups, chosenIds }, progress };
  });
}

export default function ProductEditorRoute({ loaderData }: Route.ComponentProps) {
  const page = usePageQuery(loaderData);
  const { name } = useStoreSettings();
  return (
    <Page>
      {page === null ? (
        <NewProduct shopName={name} />
      ) : (
        <Fragment key={page.edited.product.id}>
          <ProductEditor edited={page.edited} choices={page.choices} history={page.history} shopName={name} />
          <TranslationProgress id={page.edited.product.id} progress={page.progress} />
        </Fragment>
      )}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} missingTitle={t("Product not found")} />;
}
