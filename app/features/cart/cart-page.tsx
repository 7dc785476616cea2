import { type ReactNode, useId, useState } from "react";
import { ProductsMenu } from "#app/features/catalog/products-menu.tsx";
import { t } from "#app/messages/t.ts";
import { ButtonLink, SmallButton } from "#app/ui/button.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import textStyles from "#app/ui/text.module.css";
import { sizedName } from "#app/values/sized-name.ts";
import { type CartItem, type LineKey, lineKey } from "./cart.ts";
import type { Shortages } from "./cart-availability.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-page.module.css";
import { removeFromCart, undoRemoval } from "./change-cart.ts";
import { useProductNotes, useShortages } from "./current-cart.ts";
import { useCart } from "./use-cart.ts";

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
  const notice =
    changes.length > 0 ? (
      <FormMessage kind="notice">
        <p>{t("Your cart has changed. Check it before you continue.")}</p>
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </FormMessage>
    ) : null;
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
            <p className={textStyles.lead}>{t("Your cart is empty.")}</p>
            <ButtonLink to="/home" isNarrow>
              {t("Go shopping")}
            </ButtonLink>
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

/** Links to the categories below the cart; on small screens a hint that they are in the menu at the top. */
function CategoryShortcuts() {
  return (
    <>
      <nav aria-labelledby="cart-shortcuts" className={styles.panel}>
        <h2 id="cart-shortcuts" className={styles.title}>
          {t("Shop by category")}
        </h2>
        <ProductsMenu />
      </nav>
      <p className={styles.note}>{t("Looking for something else? Find all categories in the menu at the top.")}</p>
    </>
  );
}

function CartLines({
  items,
  shortages,
  removals: { removal, putBack, remove, undo },
}: {
  items: readonly CartItem[];
  shortages: Shortages;
  removals: ReturnType<typeof useRemoval>;
}) {
  const notes = useProductNotes();
  const lines = items.map((item, place) => {
    const key = lineKey(item);
    return (
      <li key={key}>
        <CartLine
          item={item}
          notes={notes.get(key) ?? null}
          left={shortages.get(key)}
          isPutBack={key === putBack}
          onRemove={() => remove(item, place)}
        />
      </li>
    );
  });
  if (removal) {
    lines.splice(
      removal.place,
      0,
      <li key={`removed ${lineKey(removal.item)}`}>
        <RemovalNote removal={removal} onUndo={undo} />
      </li>,
    );
  }
  return (
    <Panel>
      <ul aria-label={t("Items in your cart")} className={styles.lines}>
        {lines}
      </ul>
    </Panel>
  );
}

/** Shown in place of a removed line. It takes over the focus of the line's button, so screen readers announce it. */
function RemovalNote({ removal, onUndo }: { removal: Removal; onUndo: (removal: Removal) => void }) {
  const id = useId();
  const { name, size } = removal.item;

  return (
    <div className={styles.removed}>
      <p id={id}>{t("You removed {name}.", { name: sizedName(name, size?.label) })}</p>
      <SmallButton aria-describedby={id} ref={focusIfLost} onClick={() => onUndo(removal)}>
        {t("Undo")}
      </SmallButton>
    </div>
  );
}

/** A removed line and its position in the cart. */
type Removal = { item: CartItem; place: number };

/** Lets the last removed line be restored while the cart is open. */
function useRemoval() {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [putBack, setPutBack] = useState<LineKey | null>(null);

  function remove(item: CartItem, place: number) {
    removeFromCart(lineKey(item));
    setRemoval({ item, place });
    setPutBack(null);
  }

  function undo({ item, place }: Removal) {
    undoRemoval(item, place);
    setRemoval(null);
    setPutBack(lineKey(item));
  }

  return { removal, putBack, remove, undo };
}
