import styles from "./textile.module.css";

export type TextilePattern = "kente" | "adire" | "bogolan" | "madras" | "wax" | "basket" | "scale" | "diamond" | "wave";

/** A strip of cloth along an edge; decoration only, never behind text. */
export function TextileEdge({ pattern, size = "medium" }: { pattern: TextilePattern; size?: "small" | "medium" }) {
  return <div aria-hidden="true" className={styles.edge} data-pattern={pattern} data-size={size} />;
}
