import { Panel } from "#app/ui/panel.tsx";
import type { CartItem } from "./cart.ts";
import { leftOf, type Shortages } from "./cart-availability.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-lines.module.css";
import { useProductPaths } from "./current-cart.ts";

export function CartLines({ items, shortages }: { items: readonly CartItem[]; shortages: Shortages }) {
  const paths = useProductPaths();
  return (
    <Panel>
      <ul aria-label="Items in your cart" className={styles.lines}>
        {items.map((item) => (
          <li key={item.id}>
            <CartLine item={item} path={paths.get(item.id) ?? null} left={leftOf(item, shortages)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
