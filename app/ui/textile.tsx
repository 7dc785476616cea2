import styles from "./textile.module.css";

export type TextilePattern = "kente" | "adire" | "bogolan" | "madras" | "wax" | "basket" | "scale" | "diamond" | "wave";

/** Strip of a category pattern along an edge; decorative only, never behind text. */
export function TextileEdge({ pattern, size = "medium" }: { pattern: TextilePattern; size?: "small" | "medium" }) {
  return <div aria-hidden="true" className={styles.edge} data-pattern={pattern} data-size={size} />;
}
