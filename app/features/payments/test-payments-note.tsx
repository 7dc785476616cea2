import { isSandbox, type PublicConfig } from "#app/platform/public-config.ts";
import styles from "./test-payments-note.module.css";

/** Stands on every page of the payment path while the sandbox takes the money. */
export function TestPaymentsNote({ config }: { config: PublicConfig }) {
  return isSandbox(config) ? <p className={styles.note}>Test payments: no card is charged</p> : null;
}
