import type { ReactNode } from "react";
import styles from "./page.module.css";

/** The usual column of a page: room at the sides, one rhythm from block to block. */
export function Page({
  width = "wide",
  children,
}: {
  width?: "wide" | "listing" | "text";
  children: ReactNode;
}) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}
