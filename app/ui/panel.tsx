import type { ReactNode } from "react";
import styles from "./panel.module.css";

/** White box with a thin border, to group content. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}
