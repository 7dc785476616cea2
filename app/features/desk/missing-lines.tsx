import type { OrderWithLines } from "#app/features/orders/order.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { LineMissing } from "./line-missing.tsx";
import styles from "./missing-lines.module.css";
import { unavailableLine } from "./missing-units.ts";

/** Lines of an order being packed: a line out of stock is replaced or removed, which can be undone. */
export function MissingLines({
  order,
  phones,
  onChanged,
}: {
  order: OrderWithLines;
  phones: readonly string[];
  onChanged: () => Promise<void>;
}) {
  return (
    <section className={styles.missing}>
      <h3 className={styles.heading}>Out-of-stock items</h3>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <span>
              {line.quantity} × {sizedName(line.name, line.size?.label)}
            </span>
            <LineMissing
              line={unavailableLine(line, order)}
              changes={line.changes}
              phones={phones}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
