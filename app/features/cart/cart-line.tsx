import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { CartItem } from "./cart.ts";
import styles from "./cart-line.module.css";
import { removeFromCart } from "./cart-store.ts";
import { QuantityInput } from "./quantity-input.tsx";

export function CartLine({ item }: { item: CartItem }) {
  return (
    <article aria-label={item.name} className={styles.line}>
      <div className={styles.picture}>
        <Picture src={item.image} alt="" />
      </div>
      <div className={styles.facts}>
        <h2 className={styles.name}>{item.name}</h2>
        <p className={styles.each}>
          <Money cents={item.priceCents} /> each
        </p>
      </div>
      <p className={styles.sum}>
        <Money cents={item.priceCents * item.quantity} />
      </p>
      <div className={styles.controls}>
        <QuantityInput id={item.id} name={item.name} quantity={item.quantity} />
        <Button
          size="small"
          variation="secondary"
          aria-label={`Remove ${item.name}`}
          onClick={() => removeFromCart(item.id)}
        >
          <Icon name="trash" /> Remove
        </Button>
      </div>
    </article>
  );
}
