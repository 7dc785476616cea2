import { Panel } from "#app/ui/panel.tsx";
import type { CartItem } from "./cart.ts";
import { leftOf, type Shortages } from "./cart-availability.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-lines.module.css";

export function CartLines({ items, shortages }: { items: readonly CartItem[]; shortages: Shortages }) {
  return (
    <Panel>
      <ul aria-label="Items in your cart" className={styles.lines}>
        {items.map((item) => (
          <li key={item.id}>
            <CartLine item={item} left={leftOf(item, shortages)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
