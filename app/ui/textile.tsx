import styles from "./textile.module.css";

/**
 * Strip of a textile pattern along an edge; decorative only, never behind text.
 * @param pattern name of a rule in textile.module.css
 */
export function TextileEdge({ pattern, size = "medium" }: { pattern: string; size?: "small" | "medium" }) {
  return <div aria-hidden="true" className={styles.edge} data-pattern={pattern} data-size={size} />;
}
