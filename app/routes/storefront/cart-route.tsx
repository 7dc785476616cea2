import { useNavigate } from "react-router";
import { CartPage } from "#app/features/cart/cart-page.tsx";
import { getCartOrderId } from "#app/features/cart/cart-store.ts";
import { refreshCart } from "#app/features/cart/current-cart.ts";
import { SavedCartPrompt } from "#app/features/cart/saved-cart-prompt.tsx";
import { CartSummary } from "#app/features/checkout/cart-summary.tsx";
import type { SavedPreferences } from "#app/features/checkout/preference-queries.ts";
import { UnpaidOrder } from "#app/features/checkout/unpaid-order.tsx";
import { ClosedMessage } from "#app/features/store/closed-message.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { SharedCartPrompt } from "#app/features/whatsapp-order/shared-cart-prompt.tsx";
import { CartWhatsappLink } from "#app/features/whatsapp-order/whatsapp-order-link.tsx";
import { t } from "#app/messages/t.ts";
import { readStoredUserId } from "#app/platform/stored-session.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/cart-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Your cart"), path: null });
}

const NO_PREFERENCES: SavedPreferences = { unpaidOrder: null, savedCart: null, savedAddresses: [], customer: null };

/** Maximum time to wait for current prices before showing the cart with its last known ones. */
const PATIENCE_MS = 2000;

/**
 * Waits for current prices, because the cart would shift under the shopper's finger if they arrived after it is shown.
 */
export async function clientLoader() {
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const [preferences] = await Promise.all([
    Promise.race([readOfCurrentUser(), tooLate]),
    Promise.race([removePaid().then(refreshCart), tooLate]),
  ]);
  return preferences ?? NO_PREFERENCES;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Your cart")}</h1>
      <Spinner />
      <noscript>{t("The cart needs JavaScript. Turn it on in your browser.")}</noscript>
    </Page>
  );
}

export default function CartRoute({ loaderData }: Route.ComponentProps) {
  const { unpaidOrder, savedCart, savedAddresses, customer } = loaderData;
  const settings = useStoreSettings();
  const navigate = useNavigate();
  return (
    <Page>
      <CartPage checkout={<CartSummary customer={customer} savedAddresses={savedAddresses} />}>
        <ClosedMessage settings={settings} />
        <SharedCartPrompt />
        {unpaidOrder ? (
          <UnpaidOrder
            key={unpaidOrder.id}
            order={unpaidOrder}
            onPutBack={refreshCart}
            onPaid={() => void navigate(`/success/${unpaidOrder.id}`)}
          />
        ) : null}
        {savedCart ? <SavedCartPrompt key={savedCart.id} savedCart={savedCart} /> : null}
      </CartPage>
      <CartWhatsappLink />
    </Page>
  );
}

/** Removes paid products from the cart. If the order cannot be read now, proceeding to checkout checks again. */
async function removePaid(): Promise<void> {
  if (getCartOrderId() === null) return;
  try {
    const { removePaidProducts } = await import("#app/features/checkout/cart-order.ts");
    await removePaidProducts();
  } catch (error) {
    console.error(error);
  }
}

/** Returns null for a guest, and if the request fails. */
async function readOfCurrentUser(): Promise<SavedPreferences | null> {
  const userId = readStoredUserId();
  if (userId === null) return null;
  try {
    const { findPreferences } = await import("#app/features/checkout/preference-queries.ts");
    return await findPreferences(userId);
  } catch (error) {
    console.error(error);
    return null;
  }
}
