import { data } from "react-router";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { findCategory, getCategory } from "#app/features/catalogue/categories.ts";
import { productPath } from "#app/features/catalogue/product.ts";
import { ProductPage } from "#app/features/catalogue/product-page.tsx";
import { productData } from "#app/features/catalogue/product-structured-data.ts";
import { findProduct } from "#app/features/catalogue/read-catalogue.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { ToastOnArrival } from "#app/ui/toast.tsx";
import type { Route } from "./+types/product-route";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { product } = loaderData;
  return pageMeta(matches, {
    title: product.name,
    description: `${product.descriptionHeader}. ${product.description}`.slice(0, 300),
    path: productPath(product),
    picture: product.image,
    facts: (shop) => productData(product, shop),
  });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const category = findCategory(params.prefix);
  const isId = /^[1-9]\d{0,14}$/.test(params.productId);
  if (!category || !isId) throw data("Product not found", { status: 404 });
  const product = await findProduct(context.get(publicDataContext), category, Number(params.productId)).catch(
    () => {
      throw data("Failed to load product details", { status: 503 });
    },
  );
  if (!product) throw data("Product not found", { status: 404 });
  return { product };
}

export default function ProductRoute({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <Page>
      <ProductPage
        product={product}
        category={getCategory(product.prefix)}
        actions={(chosen) => <AddToCartButton product={product} size="large" chosen={chosen} />}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissingError(error)) return <Problem error={error} missingTitle="Product not found" />;
  return (
    <Page>
      <title>Failed to load product details</title>
      <h1>Product</h1>
      <ToastOnArrival kind="error" text="failed to load product details" />
      <FormMessage>Failed to load product details</FormMessage>
    </Page>
  );
}
