import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { moneyText } from "#app/values/money.ts";
import styles from "./point-of-sale.module.css";
import { MAX_OF_A_LINE, type PosLine, productKey, productName, setQuantity } from "./pos-order.ts";

/** Products of the order; a quantity below one removes the line. */
export function PosLines({ lines, onChange }: { lines: readonly PosLine[]; onChange: (lines: PosLine[]) => void }) {
  if (lines.length === 0) return <p className={styles.empty}>No products yet. Add one from the search.</p>;
  return (
    <ul className={styles.lines} aria-label="Products in the order">
      {lines.map((line) => {
        const [key, name] = [productKey(line), productName(line)];
        return (
          <li key={key} className={styles.line}>
            <span className={styles.name}>
              {name}
              <span className={styles.price}>{moneyText(line.unitPriceCents * line.quantity)}</span>
            </span>
            <fieldset className={styles.quantity} aria-label={`Quantity of ${name}`}>
              <IconButton
                label={line.quantity === 1 ? `Remove ${name}` : `One less of ${name}`}
                onClick={() => onChange(setQuantity(lines, key, line.quantity - 1))}
              >
                <Icon name={line.quantity === 1 ? "trash" : "minus"} />
              </IconButton>
              <output className={styles.count}>{line.quantity}</output>
              <IconButton
                label={`One more of ${name}`}
                disabled={line.quantity >= MAX_OF_A_LINE}
                onClick={() => onChange(setQuantity(lines, key, line.quantity + 1))}
              >
                <Icon name="plus" />
              </IconButton>
            </fieldset>
          </li>
        );
      })}
    </ul>
  );
}
