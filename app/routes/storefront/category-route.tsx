import { data, useLocation } from "react-router";
import { AdminCategoryTools, AdminProductTools } from "#app/features/back-office/admin-tools.tsx";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { findCategoryByPath } from "#app/features/catalogue/categories.ts";
import { CategoryHead } from "#app/features/catalogue/category-head.tsx";
import { ProductGrid } from "#app/features/catalogue/product-grid.tsx";
import { listProducts } from "#app/features/catalogue/read-catalogue.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { breadcrumbData } from "#app/platform/structured-data.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageAddress, pageIndexFrom, pageParameter } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { ToastOnArrival } from "#app/ui/toast.tsx";
import type { Route } from "./+types/category-route";

export const handle: RouteHandle = { searchParams: pageParameter };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { category, pageIndex } = loaderData;
  const pageWord = pageIndex > 0 ? `, page ${pageIndex + 1}` : "";
  return pageMeta(matches, ({ near, state }) => ({
    title: `${category.title}${pageWord}`,
    description: `${category.title}${pageWord}: African and Caribbean goods to pick up near ${near}, ${state}, or to have delivered.`,
    path: pageAddress(category.path, pageIndex),
    facts: ({ origin }) => [
      breadcrumbData(origin, [
        { name: "Home", path: "/home" },
        { name: category.title, path: category.path },
      ]),
    ],
  }));
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const category = categoryAt(url.pathname);
  if (!category) throw data("Page not found", { status: 404 });
  const pageIndex = pageIndexFrom(url.searchParams);
  try {
    const page = await listProducts(context.get(publicDataContext), category, pageIndex);
    if (page) return data({ category, pageIndex, page });
  } catch {
    return data({ category, pageIndex, page: null }, { status: 503 });
  }
  throw data("Page not found", { status: 404 });
}

export default function CategoryRoute({ loaderData }: Route.ComponentProps) {
  const { category, page } = loaderData;
  return (
    <Page width="listing">
      <CategoryHead category={category} totalCount={page?.totalCount ?? null} />
      {page === null ? (
        <LoadFailure />
      ) : (
        <>
          {page.items.length === 0 ? <p>There is nothing on this shelf at the moment.</p> : null}
          <ProductGrid
            products={page.items}
            actions={(product) => (
              <>
                <AddToCartButton product={product} />
                <AdminProductTools product={product} page={page} />
              </>
            )}
          />
          <Pagination path={category.path} pageIndex={page.pageIndex} pageCount={page.pageCount} />
          <AdminCategoryTools category={category} page={page} />
        </>
      )}
    </Page>
  );
}

/** The shop could not be reached while somebody walked from page to page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const category = categoryAt(useLocation().pathname);
  if (!category || isMissingError(error)) return <Problem error={error} />;
  return (
    <Page width="listing">
      <title>{category.title}</title>
      <CategoryHead category={category} totalCount={null} />
      <LoadFailure />
    </Page>
  );
}

function LoadFailure() {
  return (
    <>
      <ToastOnArrival kind="error" text="Failed to load products" />
      <FormMessage>Failed to load products</FormMessage>
    </>
  );
}

function categoryAt(pathname: string) {
  return findCategoryByPath(pathname.toLowerCase().replace(/\/$/, ""));
}
