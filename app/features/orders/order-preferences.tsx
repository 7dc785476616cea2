import { useState } from "react";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { sizedName } from "#app/values/sized-name.ts";
import type { OrderWithLines } from "./order.ts";
import styles from "./order-preferences.module.css";
import { OrderPreferencesDialog } from "./order-preferences-dialog.tsx";
import { isChangeable } from "./order-status.ts";

const TITLE_ID = "order-wishes-title";

/** Substitution preferences of the order, and of lines that have their own. Its owner can change them. */
export function OrderPreferences({
  order,
  isForShop,
  isOwner,
}: {
  order: OrderWithLines;
  isForShop: boolean;
  isOwner: boolean;
}) {
  const [isChanging, setChanging] = useState(false);
  const canChange = isOwner && isChangeable(order.status);
  const lines = order.lines.filter(({ preference, note }) => preference !== null || note !== "");
  const isEmpty = order.preference === null && order.note === "" && lines.length === 0;
  if (isEmpty && !canChange && !isForShop) return null;
  return (
    <section aria-labelledby={TITLE_ID}>
      <Panel>
        <div className={isForShop ? styles.besides : styles.below}>
          <h2 id={TITLE_ID} className={styles.heading}>
            {t("If an item is out of stock")}
          </h2>
          <p className={textStyles.strong}>
            {order.preference ? preferenceLabel(order.preference) : t("No preference chosen.")}
          </p>
        </div>
        {order.note ? (
          <p className={styles.note}>
            <UserText>{order.note}</UserText>
          </p>
        ) : null}
        {lines.length > 0 ? (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.id}>
                <strong>
                  {line.quantity} × {sizedName(line.name, line.size?.label)}
                </strong>
                {line.note ? (
                  <span className={styles.note}>
                    <UserText>{line.note}</UserText>
                  </span>
                ) : null}
                {line.preference ? (
                  <span>{t("If out of stock: {preference}", { preference: preferenceLabel(line.preference) })}</span>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {canChange ? (
          <SmallButton onClick={() => setChanging(true)} isNarrow>
            {t("Change preferences")}
          </SmallButton>
        ) : null}
        {isChanging ? <OrderPreferencesDialog order={order} onClose={() => setChanging(false)} /> : null}
      </Panel>
    </section>
  );
}
