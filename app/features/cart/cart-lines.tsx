import { Panel } from "#app/ui/panel.tsx";
import { type CartItem, lineKey } from "./cart.ts";
import { leftOf, type Shortages } from "./cart-availability.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-lines.module.css";
import { useProductNotes } from "./current-cart.ts";

export function CartLines({ items, shortages }: { items: readonly CartItem[]; shortages: Shortages }) {
  const notes = useProductNotes();
  return (
    <Panel>
      <ul aria-label="Items in your cart" className={styles.lines}>
        {items.map((item) => (
          <li key={lineKey(item)}>
            <CartLine item={item} notes={notes.get(lineKey(item)) ?? null} left={leftOf(item, shortages)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
