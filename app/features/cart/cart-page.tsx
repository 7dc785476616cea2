import { type ReactNode, useState } from "react";
import type { SavedAddress } from "#app/features/saved-details/saved-address.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { lineKey } from "./cart.ts";
import { blockedText } from "./cart-availability.ts";
import { CartLines } from "./cart-lines.tsx";
import styles from "./cart-page.module.css";
import { CartSummary, type WindowQuestion } from "./cart-summary.tsx";
import { CategoryShortcuts } from "./category-shortcuts.tsx";
import { useShortages } from "./current-cart.ts";
import { RemovalNote } from "./removal-note.tsx";
import { useCart } from "./use-cart.ts";
import { useRemoval } from "./use-removal.ts";

/**
 * @param savedAddresses where earlier orders of this person went, the last one first
 * @param asksForQuote whether a cart may cost more than its things
 * @param asksForCode whether there are discount codes
 * @param deliveryPromise what the shop promises about delivery for goods of that many cents; told that it is not
 *   included for the place that was given
 * @param shopState the only state that the shop brings its goods to
 * @param windowChoice asks when it is fetched or brought; nothing where the shop has no windows
 * @param answerToZip what the shop says about a ZIP code that was typed
 * @param children what comes before the cart
 */
export function CartPage({
  savedAddresses,
  asksForQuote,
  asksForCode,
  deliveryPromise,
  shopState,
  answerToZip,
  windowChoice,
  children,
}: {
  savedAddresses: readonly SavedAddress[];
  asksForQuote: boolean;
  asksForCode: boolean;
  deliveryPromise: (goodsCents: number, isNotIncluded: boolean) => ReactNode;
  shopState: string;
  answerToZip: (zip: string, onCity: (city: string) => void) => ReactNode;
  windowChoice: (choice: WindowQuestion) => ReactNode;
  children?: ReactNode;
}) {
  const { cart, changes } = useCart();
  const shortages = useShortages();
  const removals = useRemoval();
  // Told after the lines were shown, it must not push them away under the finger.
  const [isToldLate] = useState(changes.length === 0);
  const notice = changes.length > 0 ? <ChangesNotice changes={changes} /> : null;
  return (
    <>
      <h1>Your Cart</h1>
      <div className={styles.layout}>
        <CategoryShortcuts />
        <div className={styles.main}>
          {children}
          {isToldLate ? null : notice}
          {cart.items.length === 0 ? (
            <Panel>
              {removals.removal ? (
                <RemovalNote
                  key={lineKey(removals.removal.item)}
                  removal={removals.removal}
                  onUndo={removals.undo}
                />
              ) : null}
              <p className={styles.empty}>Your cart is empty.</p>
              <div>
                <ButtonLink to="/home">Go shopping</ButtonLink>
              </div>
            </Panel>
          ) : (
            <div className={styles.filled}>
              <CartLines items={cart.items} shortages={shortages} removals={removals} />
              <CartSummary
                cart={cart}
                blocked={blockedText(cart.items, shortages)}
                savedAddresses={savedAddresses}
                asksForQuote={asksForQuote}
                asksForCode={asksForCode}
                deliveryPromise={deliveryPromise}
                shopState={shopState}
                answerToZip={answerToZip}
                windowChoice={windowChoice}
              />
            </div>
          )}
          {isToldLate && notice ? <div className={styles.late}>{notice}</div> : null}
        </div>
      </div>
    </>
  );
}

function ChangesNotice({ changes }: { changes: readonly string[] }) {
  return (
    <FormMessage kind="notice">
      <p>Your cart has changed. Please look at it before you go on.</p>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </FormMessage>
  );
}
