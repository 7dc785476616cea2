import { t } from "#app/messages/t.ts";
import styles from "./spinner.module.css";

/** Loading indicator with a text, because the ring alone says nothing to a screen reader. */
export function Spinner({ label = t("Loading...") }: { label?: string }) {
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
