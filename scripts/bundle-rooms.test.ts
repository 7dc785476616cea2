import { expect, test } from "vitest";
import { bundleRoom } from "./bundle-rooms.ts";

/** Each file with those that import it. */
const IMPORTERS: Record<string, string[]> = {
  "ui/spinner.tsx": ["routes/checkout/checkout-route.tsx", "root.tsx"],
  "ui/price.tsx": ["features/catalogue/product-card.tsx", "features/catalogue/product-page.tsx"],
  "features/catalogue/product-card.tsx": ["routes/storefront/home-route.tsx?client"],
  "features/catalogue/product-page.tsx": ["routes/storefront/product-route.tsx?client"],
  "ui/field.tsx": [
    "routes/storefront/cart-route.tsx",
    "routes/account/auth-route.tsx",
    "routes/account/account-route.tsx",
  ],
  "platform/browser-data.ts": ["features/orders/read-orders.ts"],
  "features/orders/read-orders.ts": [
    "routes/account/order-route.tsx",
    "routes/checkout/success-route.tsx?client",
    "routes/checkout/success-route.tsx",
  ],
  "features/cart/place-order.ts": [],
};

test.for([
  ["ui/spinner.tsx", "frame", "the document's own frame shows it"],
  ["ui/price.tsx", "frame", "two public pages show it"],
  ["ui/field.tsx", "shared", "one public page has it, beside private ones"],
  ["platform/browser-data.ts", "private", "private pages alone have it"],
  ["features/catalogue/product-card.tsx", null, "one page has it for itself"],
  ["features/cart/place-order.ts", null, "it is fetched when it is needed"],
] as const)("%s goes into the bundle %s: %s", ([file, room]) => {
  const getModuleInfo = (id: string) => ({
    importers: (IMPORTERS[id.replace("/shop/app/", "")] ?? []).map((each) => `/shop/app/${each}`),
  });
  expect(bundleRoom(`/shop/app/${file}`, { getModuleInfo })).toBe(room);
});
