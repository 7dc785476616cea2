import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { lineKey } from "./cart.ts";
import { CartLines } from "./cart-lines.tsx";
import styles from "./cart-page.module.css";
import { CategoryShortcuts } from "./category-shortcuts.tsx";
import { useShortages } from "./current-cart.ts";
import { RemovalNote } from "./removal-note.tsx";
import { useCart } from "./use-cart.ts";
import { useRemoval } from "./use-removal.ts";

/**
 * @param checkout shown beside the lines of a cart that is not empty
 * @param children content above the cart
 */
export function CartPage({ checkout, children }: { checkout: ReactNode; children?: ReactNode }) {
  const { cart, changes } = useCart();
  const shortages = useShortages();
  const removals = useRemoval();
  // A notice that arrives after the first render is shown below the page, so that it pushes nothing down.
  const [isShownBelow] = useState(changes.length === 0);
  const notice = changes.length > 0 ? <ChangesNotice changes={changes} /> : null;
  return (
    <>
      <h1>{t("Your cart")}</h1>
      <div className={styles.main}>
        {children}
        {isShownBelow ? null : notice}
        {cart.items.length === 0 ? (
          <Panel>
            {removals.removal ? (
              <RemovalNote key={lineKey(removals.removal.item)} removal={removals.removal} onUndo={removals.undo} />
            ) : null}
            <p className={styles.empty}>{t("Your cart is empty.")}</p>
            <div>
              <ButtonLink to="/home">{t("Go shopping")}</ButtonLink>
            </div>
          </Panel>
        ) : (
          <div className={styles.filled}>
            <CartLines items={cart.items} shortages={shortages} removals={removals} />
            {checkout}
          </div>
        )}
        <CategoryShortcuts />
        {isShownBelow && notice ? <div className={styles.late}>{notice}</div> : null}
      </div>
    </>
  );
}

function ChangesNotice({ changes }: { changes: readonly string[] }) {
  return (
    <FormMessage kind="notice">
      <p>{t("Your cart has changed. Check it before you continue.")}</p>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </FormMessage>
  );
}
