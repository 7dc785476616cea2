import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { blockedText } from "./cart-availability.ts";
import { CartLines } from "./cart-lines.tsx";
import styles from "./cart-page.module.css";
import { CartSummary } from "./cart-summary.tsx";
import { CategoryShortcuts } from "./category-shortcuts.tsx";
import { useShortages } from "./current-cart.ts";
import { useCart } from "./use-cart.ts";

/** @param deliveryNote what the shop promises about delivery for a cart of this total, in cents */
export function CartPage({ deliveryNote }: { deliveryNote: (totalCents: number) => string }) {
  const { cart, changes } = useCart();
  const shortages = useShortages();
  return (
    <>
      <h1>Your Cart</h1>
      <div className={styles.layout}>
        <CategoryShortcuts />
        <div className={styles.main}>
          {changes.length > 0 ? (
            <FormMessage kind="notice">
              <p>Your cart has changed. Please look at it before you go on.</p>
              <ul className={styles.changes}>
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </FormMessage>
          ) : null}
          {cart.items.length === 0 ? (
            <Panel>
              <p className={styles.empty}>Your cart is empty.</p>
              <div>
                <ButtonLink to="/home">Go shopping</ButtonLink>
              </div>
            </Panel>
          ) : (
            <div className={styles.filled}>
              <CartLines items={cart.items} shortages={shortages} />
              <CartSummary
                cart={cart}
                blocked={blockedText(cart.items, shortages)}
                deliveryNote={deliveryNote}
              />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
