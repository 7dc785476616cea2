import { HiddenText } from "./hidden-text.tsx";
import { Money } from "./money.tsx";
import styles from "./price.module.css";

/** Current price, with the original price struck through and the saving if it is reduced. */
export function Price({
  cents,
  originalCents,
  isFrom = false,
  isAbout = false,
  size = "medium",
}: {
  cents: number;
  originalCents?: number | undefined;
  /** There are dearer ones of it. */
  isFrom?: boolean;
  /** Its weight decides. */
  isAbout?: boolean;
  size?: "medium" | "large";
}) {
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>
        {originalCents === undefined ? null : <HiddenText>Now </HiddenText>}
        {isFrom || isAbout ? <span className={styles.from}>{isFrom ? "From " : "About "}</span> : null}
        <Money cents={cents} />
      </strong>
      {originalCents === undefined ? null : (
        <>
          <s className={styles.was}>
            <HiddenText>was </HiddenText>
            <Money cents={originalCents} />
          </s>
          <span className={styles.save}>
            Save <Money cents={originalCents - cents} />
          </span>
        </>
      )}
    </p>
  );
}
