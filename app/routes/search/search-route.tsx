import type { ReactNode } from "react";
import { data } from "react-router";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { FilterPanel } from "#app/features/catalog/filter-panel.tsx";
import { combinedParameters, filterParams, filtersFromParams } from "#app/features/catalog/product-filters.ts";
import { ProductsMenu } from "#app/features/catalog/products-menu.tsx";
import { snapText } from "#app/features/payments/snap-note.tsx";
import { normalizeSearch, searchAddress } from "#app/features/search/normalize-search.ts";
import { SearchHead } from "#app/features/search/search-head.tsx";
import { findSearchPage } from "#app/features/search/search-queries.ts";
import { SearchResults } from "#app/features/search/search-results.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom, pageParameter } from "#app/ui/pagination.ts";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { Section } from "#app/ui/section.tsx";
import type { Route } from "./+types/search-route";

export const handle: RouteHandle = {
  searchParams: { q: normalizeSearch, ...filterParams, ...pageParameter },
  hasFreeWords: true,
  combined: combinedParameters,
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const words = loaderData?.words;
  return pageMeta(matches, { title: words ? t("Search: {words}", { words }) : t("Search"), path: null });
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const words = normalizeSearch(url.searchParams.get("q") ?? "");
  const filters = filtersFromParams(url.searchParams);
  if (words === null) return data({ words, filters, found: null });
  let found: Awaited<ReturnType<typeof findSearchPage>>;
  try {
    found = await findSearchPage(context.get(publicDataContext), words, filters, pageIndexFrom(url.searchParams));
  } catch {
    return data({ words, filters, found: null }, { status: 503 });
  }
  if (!found) throw data("Page not found", { status: 404 });
  return data({ words, filters, found });
}

export default function SearchRoute({ loaderData: { words, filters, found } }: Route.ComponentProps) {
  const { phone, acceptsSnap } = useStoreSettings();
  if (words === null)
    return (
      <Frame head={<SearchHead words={null} counts={null} />}>
        <p>{t("Search in any spelling: garri, ata rodo, black soap.")}</p>
        <Section title={t("All categories")}>
          <ProductsMenu />
        </Section>
      </Frame>
    );
  if (found === null) {
    return (
      <Frame head={<SearchHead words={words} counts={null} />}>
        <LoadFailure text={t("Failed to load products")} />
      </Frame>
    );
  }
  const { page, counts } = found.products;
  const head = (
    <SearchHead words={words} counts={{ total: page.totalCount, all: counts.all }}>
      {counts.all > 1 ? (
        <FilterPanel
          key={words}
          path={searchAddress(words)}
          arranged={t("Best match")}
          filters={filters}
          counts={counts}
          totalCount={page.totalCount}
        />
      ) : null}
    </SearchHead>
  );
  return (
    <Frame head={head}>
      <SearchResults
        words={words}
        found={found}
        filters={filters}
        phone={phone}
        snapText={acceptsSnap ? snapText() : null}
        actions={(product) => <AddToCartButton product={product} />}
      />
    </Frame>
  );
}

/** The server could not be reached during a client-side navigation. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissingError(error)) return <Problem error={error} />;
  return (
    <Frame head={<SearchHead words={null} counts={null} />}>
      <title>{t("Search")}</title>
      <LoadFailure text={t("Failed to load products")} />
    </Frame>
  );
}

function Frame({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <Page width="listing">
      {head}
      {children}
    </Page>
  );
}
