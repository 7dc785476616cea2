import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { CartItem } from "./cart.ts";
import { missingText } from "./cart-availability.ts";
import styles from "./cart-line.module.css";
import { changeQuantity, removeFromCart } from "./cart-store.ts";
import { QuantityInput } from "./quantity-input.tsx";

/**
 * @param path of the product's page; null while it is not known
 * @param left how many can be had, when that is fewer than are wanted; else null
 */
export function CartLine({ item, path, left }: { item: CartItem; path: string | null; left: number | null }) {
  const picture = <Picture src={item.image} alt="" />;
  return (
    <article aria-label={item.name} className={styles.line} data-sold-out={left === 0 || undefined}>
      <div className={styles.picture}>
        {path ? (
          <Link to={path} tabIndex={-1} aria-hidden="true">
            {picture}
          </Link>
        ) : (
          picture
        )}
      </div>
      <div className={styles.facts}>
        <h2 className={styles.name}>{path ? <Link to={path}>{item.name}</Link> : item.name}</h2>
        <p className={styles.each}>
          <Money cents={item.priceCents} /> each
        </p>
      </div>
      <p className={styles.sum}>
        <Money cents={item.priceCents * item.quantity} />
      </p>
      {left === null ? null : (
        <div className={styles.missing}>
          <p>{missingText(item.name, left)}</p>
          {left > 0 ? (
            <Button size="small" variation="secondary" onClick={() => changeQuantity(item.id, left)}>
              Take {left}
              <HiddenText> of {item.name}</HiddenText>
            </Button>
          ) : null}
        </div>
      )}
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
