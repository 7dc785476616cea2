import { isSandbox, type PublicConfig } from "#app/platform/public-config.ts";
import styles from "./test-payments-note.module.css";

/** Shown on every page of the checkout while payments go to the sandbox. */
export function TestPaymentsNote({ config }: { config: PublicConfig }) {
  return isSandbox(config) ? <p className={styles.note}>Test payments: no card is charged</p> : null;
}

/** Beside the card field of the sandbox: what can be tried there. */
export function TestCardsHint({ config }: { config: PublicConfig }) {
  return isSandbox(config) ? (
    <p className={styles.hint}>
      Card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks your bank first. Any date
      in the future and any CVC will do.
    </p>
  ) : null;
}
