import { useId } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton } from "#app/ui/button.tsx";
import { changeItem } from "#app/ui/change-item.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { type CountLine, differenceOf, signedText } from "./count-form-values.ts";
import styles from "./count-page.module.css";
import { itemKey, itemName } from "./stock-item.ts";

/** Counted and expected units of an item, with the difference in units and money. */
export function CountLineRow({
  line,
  error,
  onChange,
  onRemove,
}: {
  line: CountLine;
  error: string | undefined;
  onChange: (counted: string) => void;
  onRemove: () => void;
}) {
  const errorId = useId();
  const name = itemName(line);
  const difference = differenceOf(line);
  return (
    <li className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className={styles.remove}>
        <IconButton
          label={t("Remove {name}", { name })}
          onClick={({ currentTarget }) => changeItem(currentTarget.closest("li"), onRemove)}
        >
          <Icon name="trash" />
        </IconButton>
      </span>
      <div className={styles.counted}>
        <QuantityStepper
          name={`counted-${itemKey(line)}`}
          label={t("Counted, {name}", { name })}
          value={line.counted}
          max={99_999}
          errorId={error ? errorId : undefined}
          onChange={onChange}
        />
        {error ? (
          <span id={errorId} className={textStyles.error}>
            {error}
          </span>
        ) : null}
      </div>
      <dl className={styles.figures}>
        <Fact name={t("Expected")}>
          {line.isCounted ? line.expectedCount : t("Not counted so far")}
          {line.reservedCount > 0 ? (
            <span className={textStyles.meta}>{t(" ({count} for paid orders)", { count: line.reservedCount })}</span>
          ) : null}
        </Fact>
        <Fact name={t("Difference")}>
          <span
            className={difference === null || difference === 0 ? undefined : difference < 0 ? styles.less : styles.more}
          >
            {difference === null ? (line.isCounted ? "–" : t("Starts counting")) : signedText(difference)}
            {difference !== null && difference !== 0 ? ` (${costText(difference, line.costCents)})` : ""}
          </span>
        </Fact>
      </dl>
    </li>
  );
}

function costText(units: number, costCents: number | null): string {
  return costCents === null ? t("cost unknown") : moneyText(units * costCents).replace("-", "−");
}
