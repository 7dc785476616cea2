import { unexpectedWeight } from "#app/features/weighing/unexpected-weight.ts";
import { WeightField } from "#app/features/weighing/weight-field.tsx";
import { t } from "#app/messages/t.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { moneyText } from "#app/values/money.ts";
import styles from "./point-of-sale.module.css";
import { lineCents, MAX_OF_A_LINE, type PosLine, productName, setPounds, setQuantity } from "./pos-order.ts";

/** Lines of the order; a quantity below 1 removes the line. */
export function PosLines({ lines, onChange }: { lines: readonly PosLine[]; onChange: (lines: PosLine[]) => void }) {
  if (lines.length === 0) return <p className={styles.empty}>{t("No products yet. Add one from the search.")}</p>;
  return (
    <ul className={styles.lines} aria-label={t("Products in the order")}>
      {lines.map((line) => {
        const { key, weight, pounds } = line;
        const name = productName(line);
        return (
          <li key={key} className={styles.line}>
            <span className={styles.name}>
              {name}
              <span className={styles.price}>
                {weight !== null && pounds === null
                  ? t("At most {price}", { price: moneyText(lineCents(line)) })
                  : moneyText(lineCents(line))}
                {weight === null ? null : `, ${moneyText(weight.perPoundCents)}/lb`}
              </span>
            </span>
            <fieldset className={styles.quantity} aria-label={t("Quantity of {name}", { name })}>
              <IconButton
                label={line.quantity === 1 ? t("Remove {name}", { name }) : t("One less of {name}", { name })}
                onClick={() => onChange(setQuantity(lines, key, line.quantity - 1))}
              >
                <Icon name={line.quantity === 1 ? "trash" : "minus"} />
              </IconButton>
              <output className={styles.count}>{line.quantity}</output>
              <IconButton
                label={t("One more of {name}", { name })}
                disabled={line.quantity >= MAX_OF_A_LINE || pounds !== null}
                onClick={() => onChange(setQuantity(lines, key, line.quantity + 1))}
              >
                <Icon name="plus" />
              </IconButton>
            </fieldset>
            {weight !== null && line.quantity === 1 ? (
              <div className={styles.weight}>
                <WeightField
                  fieldName={`weight-${key}`}
                  name={name}
                  expectedPounds={weight.poundsEach}
                  packedPounds={pounds}
                  isDisabled={false}
                  save={async (typed, isConfirmed) => {
                    const message = typed === null || isConfirmed ? null : unexpectedWeight(name, typed, weight);
                    return message === null ? { kind: "done" } : { kind: "unexpected", message };
                  }}
                  onWeighed={async (weighed) => onChange(setPounds(lines, key, weighed))}
                />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
