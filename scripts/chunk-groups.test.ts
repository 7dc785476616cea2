import { expect, test } from "vitest";
import { chunkGroup } from "./chunk-groups.ts";

/** Importers by module. */
const IMPORTERS: Record<string, string[]> = {
  "ui/spinner.tsx": ["routes/checkout/checkout-route.tsx", "root.tsx"],
  "ui/scroll-row.tsx": ["features/blog/article-scroll-row.tsx", "routes/storefront/product-route.tsx"],
  "features/blog/article-scroll-row.tsx": ["routes/storefront/home-layout.tsx"],
  "features/delivery/use-windows.ts": ["features/delivery/window-choice.tsx", "routes/storefront/product-route.tsx"],
  "features/delivery/window-choice.tsx": [
    "routes/storefront/cart-route.tsx",
    "routes/account/order-route.tsx",
    "routes/desk/till-route.tsx",
  ],
  "ui/price.tsx": [
    "features/catalog/product-card.tsx",
    "features/catalog/product-page.tsx",
    "routes/storefront/category-route.tsx",
  ],
  "features/catalog/product-filters.ts": [
    "routes/storefront/category-route.tsx",
    "routes/search/search-route.tsx",
    "routes/desk/products/import-route.tsx",
  ],
  "features/catalog/allergens.ts": ["features/catalog/product-filters.ts", "routes/storefront/product-route.tsx"],
  "features/catalog/product-card.tsx": ["routes/storefront/home-route.tsx?client"],
  "features/catalog/product-page.tsx": ["routes/storefront/product-route.tsx?client"],
  "ui/field.tsx": [
    "routes/storefront/cart-route.tsx",
    "routes/account/auth-route.tsx",
    "routes/account/account-route.tsx",
  ],
  "platform/browser-data.ts": ["features/orders/order-queries.ts"],
  "features/orders/order-queries.ts": [
    "routes/account/order-route.tsx",
    "routes/checkout/success-route.tsx?client",
    "routes/checkout/success-route.tsx",
  ],
  "features/cart/place-order.ts": [],
};

test.for([
  ["ui/spinner.tsx", "frame", "the root route imports it"],
  ["ui/price.tsx", "frame", "listings and other public pages import it"],
  ["ui/scroll-row.tsx", "pages", "two public pages other than listings import it"],
  ["features/delivery/use-windows.ts", "pages", "a module of the chunk shared and a public page import it"],
  ["features/catalog/product-filters.ts", "listing", "listings and two private pages import it"],
  ["features/catalog/allergens.ts", "frame", "a module of the chunk listing and another public page import it"],
  ["ui/field.tsx", "shared", "one other public and two private pages import it"],
  ["platform/browser-data.ts", "private", "only private pages import it"],
  ["features/catalog/product-card.tsx", null, "one page imports it"],
  ["features/cart/place-order.ts", null, "it is imported dynamically"],
] as const)("%s goes into the chunk %s: %s", ([file, group]) => {
  const getModuleInfo = (id: string) => ({
    importers: (IMPORTERS[id.replace("/shop/app/", "")] ?? []).map((each) => `/shop/app/${each}`),
  });
  expect(chunkGroup(`/shop/app/${file}`, { getModuleInfo })).toBe(group);
});
