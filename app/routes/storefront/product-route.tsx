import { data } from "react-router";
import { BackInStockLink } from "#app/features/back-in-stock/back-in-stock-link.tsx";
import { AddQuantity } from "#app/features/cart/add-quantity.tsx";
import { AddToCartButton } from "#app/features/cart/add-to-cart-button.tsx";
import { ProductActions } from "#app/features/cart/product-actions.tsx";
import { findCategory, getCategory } from "#app/features/catalog/categories.ts";
import { productPath } from "#app/features/catalog/product.ts";
import { ProductPage } from "#app/features/catalog/product-page.tsx";
import {
  findOfferEnd,
  findProduct,
  listPublicCodes,
  listRelatedProducts,
} from "#app/features/catalog/product-queries.ts";
import { ProductScrollRow } from "#app/features/catalog/product-scroll-row.tsx";
import { productData, productDescription } from "#app/features/catalog/product-structured-data.ts";
import { ZipCheckSlot } from "#app/features/checkout/zip-check-slot.tsx";
import { NextDelivery, NextPickup } from "#app/features/delivery/next-times.tsx";
import { MessageLink } from "#app/features/store/message-link.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { translateProduct, translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { isMissingError, Problem } from "#app/ui/problem.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import { ToastOnLanding } from "#app/ui/toast.tsx";
import type { Route } from "./+types/product-route";
import styles from "./product-route.module.css";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { product } = loaderData;
  return pageMeta(matches, {
    title: product.name,
    description: productDescription(product).slice(0, 300),
    path: productPath(product),
    picture: product.image,
  });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const category = findCategory(params.prefix);
  const isId = /^[1-9]\d{0,14}$/.test(params.productId);
  if (!category || !isId) throw data("Product not found", { status: 404 });
  const catalog = context.get(publicDataContext);
  const id = Number(params.productId);
  const [product, goesWell, offerEndsAt, codes] = await Promise.all([
    findProduct(catalog, category, id).catch(() => {
      throw data("Failed to load product details", { status: 503 });
    }),
    listRelatedProducts(catalog, id).catch(() => null),
    // Only the structured data uses these two, so a failed read does not matter.
    findOfferEnd(catalog, id).catch(() => null),
    listPublicCodes(catalog, id).catch(() => []),
  ]);
  if (!product) throw data("Product not found", { status: 404 });
  const shown = await inPageLanguage(catalog, { product, goesWell }, (content, find) => ({
    product: translateProduct(content.product, find),
    goesWell: content.goesWell && translateSummaries(content.goesWell, find),
  })).catch(() => {
    throw data("Failed to load product details", { status: 503 });
  });
  return data({ ...shown, offerEndsAt, codes }, { status: goesWell ? 200 : 503 });
}

export default function ProductRoute({ loaderData, matches }: Route.ComponentProps) {
  const { product, goesWell, offerEndsAt, codes } = loaderData;
  const settings = useStoreSettings();
  const origin = matches[0].loaderData.config.publicOrigin;
  const address = `${origin}${productPath(product)}`;
  return (
    // The key lets another product start without this one's choices, and its heading get the focus.
    <Page key={product.id}>
      <StructuredDataScript
        facts={import.meta.env.SSR ? productData(product, { name: settings.name, origin }, offerEndsAt, codes) : null}
      />
      <ProductPage
        product={product}
        category={getCategory(product.prefix)}
        actions={(chosen) =>
          settings.hasBackInStock && product.isSoldOut ? (
            <BackInStockLink product={product} />
          ) : (
            <AddQuantity product={product} size="large" chosen={chosen} />
          )
        }
        pickup={<NextPickup />}
        delivery={(isOpen) => (
          <>
            <NextDelivery />
            <ZipCheckSlot isUsed={isOpen} />
          </>
        )}
        more={
          <>
            {settings.hasBackInStock && !product.isSoldOut ? <BackInStockLink product={product} /> : null}
            <ProductActions product={product}>
              <MessageLink
                about={t("Hello! I have a question about {name}: {address}", { name: product.name, address })}
                className={styles.message}
              >
                <Icon name="message" /> {t("Message us")}
              </MessageLink>
            </ProductActions>
          </>
        }
      />
      <ProductScrollRow
        title={t("Related products")}
        products={goesWell}
        errorText={t("Failed to load products")}
        actions={(other) => <AddToCartButton product={other} />}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissingError(error)) return <Problem error={error} missingTitle={t("Product not found")} />;
  return (
    <Page>
      <title>{t("Failed to load product details")}</title>
      <h1>{t("Product")}</h1>
      <ToastOnLanding kind="error" text={t("failed to load product details")} />
      <FormMessage>{t("Failed to load product details")}</FormMessage>
    </Page>
  );
}
