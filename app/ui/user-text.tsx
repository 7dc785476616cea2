import styles from "./user-text.module.css";

/**
 * Text typed by a user: a name, note, address, or phone number. It keeps its own text direction, so that a number next
 * to an Arabic name is not reordered, and long words break instead of widening the page.
 */
export function UserText({ children }: { children: string }) {
  return <bdi className={styles.text}>{children}</bdi>;
}
