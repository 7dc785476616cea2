import styles from "./spinner.module.css";

/** Says what is being waited for; the turning ring alone would tell a screen reader nothing. */
export function Spinner({ label = "Loading..." }: { label?: string }) {
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
