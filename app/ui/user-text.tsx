import styles from "./user-text.module.css";

/**
 * Text that a person typed: a name, note, address or phone number. It keeps its own writing direction, so that a
 * number beside an Arabic name is not reordered, and long words break instead of widening the page.
 */
export function UserText({ children }: { children: string }) {
  return <bdi className={styles.text}>{children}</bdi>;
}
