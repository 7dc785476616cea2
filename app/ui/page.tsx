import type { ReactNode } from "react";
import styles from "./page.module.css";

/** Column of a page with its margins and the spacing of its blocks. */
export function Page({ width = "wide", children }: { width?: "wide" | "listing" | "text"; children: ReactNode }) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}
