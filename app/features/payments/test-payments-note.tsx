import { t } from "#app/messages/t.ts";
import { isSandbox, readPublicConfig } from "#app/platform/public-config.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./test-payments-note.module.css";

/** Note on every checkout page while payments go to the sandbox. */
export function TestPaymentsNote() {
  return isSandbox(readPublicConfig()) ? <p className={styles.note}>{t("Test payments: no card is charged")}</p> : null;
}

/** Test card numbers, shown beside the sandbox's card field. */
export function TestCardsHint() {
  return isSandbox(readPublicConfig()) ? (
    <p className={textStyles.meta}>
      {t(
        "4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, and 4000 0025 0000 3155 asks your bank first. Use any future date and any CVC.",
      )}
    </p>
  ) : null;
}
