import type { ReactNode } from "react";
import styles from "./page.module.css";

/** "payment" is as wide as "wide", and reduces the header to what the specification states. */
export type PageWidth = "wide" | "listing" | "text" | "payment";

/** Column of a page with its margins and the spacing of its blocks. */
export function Page({ width = "wide", children }: { width?: PageWidth; children: ReactNode }) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}
