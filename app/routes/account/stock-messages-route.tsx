import { BackInStockForm } from "#app/features/back-in-stock/back-in-stock-form.tsx";
import { StopMessagesPage } from "#app/features/back-in-stock/stop-messages-page.tsx";
import { findCategory } from "#app/features/catalog/categories.ts";
import { findProduct } from "#app/features/catalog/product-queries.ts";
import { pageRoute, secretPageHeaders } from "#app/features/store/page-route.tsx";
import { translateProduct } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/stock-messages-route";

export const headers = secretPageHeaders;

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Stock messages"),
  width: "text",
  hasSecretUrl: true,
});

/**
 * With `?product=`, such as grains-7, loads the product to request a message for; otherwise, the page is the one that a
 * message's link opens.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const requested = new URL(request.url).searchParams.get("product");
  if (requested === null) return { requested, product: null };
  const [, prefix = "", id = ""] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(requested) ?? [];
  const category = findCategory(prefix);
  const { rest } = getBrowserData();
  const found = category && (await findProduct(rest, category, Number(id)));
  // If the translations cannot be read, the product is shown in English.
  const product = found && (await inPageLanguage(rest, found, translateProduct).catch(() => found));
  return { requested, product };
}
clientLoader.hydrate = true as const;

export default function StockMessagesRoute({ loaderData: { requested, product } }: Route.ComponentProps) {
  return (
    <Page width="text">
      {product ? (
        <BackInStockForm product={product} path={`/stock-messages?product=${requested}`} />
      ) : requested === null ? (
        <StopMessagesPage />
      ) : (
        <>
          <h1>{t("Stock messages")}</h1>
          <FormMessage>{t("This product doesn't exist.")}</FormMessage>
        </>
      )}
    </Page>
  );
}
