import { data, Link, useLocation } from "react-router";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { findCategoryByPath, getCategory } from "#app/features/catalog/categories.ts";
import { CategoryHead } from "#app/features/catalog/category-head.tsx";
import { ChosenFilters, NoneFits } from "#app/features/catalog/chosen-filters.tsx";
import { FilterPanel } from "#app/features/catalog/filter-panel.tsx";
import { listFilteredProducts } from "#app/features/catalog/filter-queries.ts";
import { ProductGrid } from "#app/features/catalog/product-card.tsx";
import {
  combinedParameters,
  filteredAddress,
  filterParams,
  filtersFromParams,
  isPlain,
} from "#app/features/catalog/product-filters.ts";
import { AdminCategoryTools, AdminProductTools } from "#app/features/products/admin-tools.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { translatePage } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { breadcrumbData } from "#app/platform/structured-data.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageAddress, pageIndexFrom, pageParameter } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import type { Route } from "./+types/category-route";

export const handle: RouteHandle = {
  searchParams: { ...filterParams, ...pageParameter },
  combined: combinedParameters,
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { prefix, filters, pageIndex } = loaderData;
  const category = getCategory(prefix);
  const pageWord = pageIndex > 0 ? t(", page {page}", { page: pageIndex + 1 }) : "";
  return pageMeta(matches, ({ near, state }) => ({
    title: `${category.title()}${pageWord}`,
    description: t(
      "{title}{pageWord}: African and Caribbean goods to pick up near {near}, {state}, or to have delivered.",
      { title: category.title(), pageWord, near, state },
    ),
    // A filtered listing has no canonical URL, so that search engines do not index it.
    path: isPlain(filters) ? pageAddress(category.path, pageIndex) : null,
  }));
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const category = categoryAt(splitLocale(url.pathname).path);
  if (!category) throw data("Page not found", { status: 404 });
  const pageIndex = pageIndexFrom(url.searchParams);
  const filters = filtersFromParams(url.searchParams);
  const view = { prefix: category.prefix, filters, pageIndex };
  try {
    const client = context.get(publicDataContext);
    const found = await listFilteredProducts(client, category, filters, pageIndex);
    if (found) return data({ ...view, shown: await inPageLanguage(client, found, translatePage) });
  } catch {
    return data({ ...view, shown: null }, { status: 503 });
  }
  throw data("Page not found", { status: 404 });
}

export default function CategoryRoute({ loaderData, matches }: Route.ComponentProps) {
  const { prefix, filters, shown } = loaderData;
  const category = getCategory(prefix);
  if (shown === null) {
    return (
      <Page width="listing">
        <CategoryHead category={category} totalCount={null} />
        <LoadFailure text={t("Failed to load products")} />
      </Page>
    );
  }
  const { page, counts } = shown;
  return (
    <Page width="listing">
      <StructuredDataScript
        key={category.prefix}
        facts={
          import.meta.env.SSR
            ? [
                breadcrumbData(matches[0].loaderData.config.publicOrigin, [
                  { name: t("Home"), path: "/home" },
                  { name: category.title(), path: category.path },
                ]),
              ]
            : null
        }
      />
      <CategoryHead category={category} totalCount={page.totalCount}>
        {counts.all > 1 ? (
          <FilterPanel
            key={category.path}
            path={category.path}
            arranged={t("Featured")}
            filters={filters}
            counts={counts}
            totalCount={page.totalCount}
          />
        ) : null}
      </CategoryHead>
      <ChosenFilters path={category.path} filters={filters} sizeNames={counts.sizeNames} />
      {counts.snap && !filters.isSnapEligible ? (
        <p>
          <Link
            to={filteredAddress(category.path, { ...filters, isSnapEligible: true })}
            rel="nofollow"
            preventScrollReset
          >
            {t("SNAP eligible")} ({counts.snap})
          </Link>
        </p>
      ) : null}
      {page.totalCount > 0 ? null : counts.all > 0 ? (
        <NoneFits path={category.path} allCount={counts.all} />
      ) : (
        <p>{t("This category has no products right now.")}</p>
      )}
      <ProductGrid
        products={page.items}
        actions={(product) => (
          <>
            <AddToCartButton product={product} />
            <AdminProductTools product={product} page={page} />
          </>
        )}
      />
      <Pagination
        path={filteredAddress(category.path, filters)}
        pageIndex={page.pageIndex}
        pageCount={page.pageCount}
      />
      <AdminCategoryTools category={category} page={page} />
    </Page>
  );
}

/** The server could not be reached during a client-side navigation. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const category = categoryAt(useLocation().pathname);
  if (!category || isMissingError(error)) return <Problem error={error} />;
  return (
    <Page width="listing">
      <title>{category.title()}</title>
      <CategoryHead category={category} totalCount={null} />
      <LoadFailure text={t("Failed to load products")} />
    </Page>
  );
}

function categoryAt(pathname: string) {
  return findCategoryByPath(pathname.toLowerCase().replace(/\/$/, ""));
}
