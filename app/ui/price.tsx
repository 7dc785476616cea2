import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "./hidden-text.tsx";
import { Money } from "./money.tsx";
import styles from "./price.module.css";

/** Current price, with the original price struck through and the saving if it is reduced. */
export function Price({
  cents,
  originalCents,
  isFrom,
  isAbout,
  size = "medium",
}: {
  cents: number;
  originalCents?: number | undefined;
  /** Whether other sizes or choices cost more. */
  isFrom: boolean;
  /** Whether the price is an estimate, because the product is sold by weight. */
  isAbout: boolean;
  size?: "medium" | "large";
}) {
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>
        {originalCents === undefined ? null : <HiddenText>{t("Now")} </HiddenText>}
        {isFrom || isAbout ? (
          <span className={styles.from}>{isFrom ? t("From") : t("About", {}, "an estimated price")} </span>
        ) : null}
        <Money cents={cents} />
      </strong>
      {originalCents === undefined ? null : (
        <>
          <s className={styles.was}>
            <HiddenText>{t("was")} </HiddenText>
            <Money cents={originalCents} />
          </s>
          <span className={styles.save}>
            {nodes(t("Save <amount/>"), { amount: <Money cents={originalCents - cents} /> })}
          </span>
        </>
      )}
    </p>
  );
}
