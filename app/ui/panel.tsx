import type { ReactNode } from "react";
import styles from "./panel.module.css";

/** A white ground with a hairline around it, for what belongs together. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}
