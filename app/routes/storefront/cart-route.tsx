import { CartPage } from "#app/features/cart/cart-page.tsx";
import { refreshCart } from "#app/features/cart/refresh-cart.ts";
import {
  cartDeliveryText,
  deliveryNotIncludedText,
  isDeliveryFree,
} from "#app/features/delivery/free-delivery.ts";
import { pageMeta } from "#app/features/delivery/page-meta.ts";
import { useStoreSettings } from "#app/features/delivery/store-settings-context.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/cart-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Your Cart",
    description: "What you have chosen, how you would like to get it, and the way to checkout.",
    path: null,
  });
}

/** How long today's prices may take before the cart is shown as it was. */
const PATIENCE_MS = 2000;

/** Shown before today's prices are known, the cart would move under the shopper's finger when they arrive. */
export async function clientLoader() {
  await Promise.race([refreshCart(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Page>
      <h1>Your Cart</h1>
      <Spinner />
      <noscript>The cart is kept in your browser and needs JavaScript.</noscript>
    </Page>
  );
}

export default function CartRoute() {
  const settings = useStoreSettings();
  return (
    <Page>
      <CartPage
        deliveryNote={(totalCents) =>
          isDeliveryFree(settings, totalCents)
            ? cartDeliveryText(settings)
            : `${cartDeliveryText(settings)} ${deliveryNotIncludedText(settings)}`
        }
      />
    </Page>
  );
}
