import type { ReactNode } from "react";
import styles from "./form-message.module.css";

/** A sentence about the whole form or page. Errors are read out at once, the others politely. */
export function FormMessage({
  kind = "error",
  children,
}: {
  kind?: "error" | "success" | "information" | "notice";
  children: ReactNode;
}) {
  return (
    <div role={kind === "error" ? "alert" : "status"} className={styles.message} data-kind={kind}>
      {children}
    </div>
  );
}
