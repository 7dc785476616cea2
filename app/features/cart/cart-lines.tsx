import { Panel } from "#app/ui/panel.tsx";
import type { CartItem } from "./cart.ts";
import { CartLine } from "./cart-line.tsx";
import styles from "./cart-lines.module.css";

export function CartLines({ items }: { items: readonly CartItem[] }) {
  return (
    <Panel>
      <ul aria-label="Items in your cart" className={styles.lines}>
        {items.map((item) => (
          <li key={item.id}>
            <CartLine item={item} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
