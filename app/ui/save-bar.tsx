import type { ReactNode, Ref } from "react";
import styles from "./save-bar.module.css";

/** End of a form with its button, which stays in view while the form is. */
export function SaveBar({
  ref,
  isSticky = true,
  children,
}: {
  ref?: Ref<HTMLDivElement>;
  /** False in a dialog. */
  isSticky?: boolean;
  children: ReactNode;
}) {
  return (
    <div ref={ref} className={styles.bar} data-sticky={isSticky || undefined}>
      {children}
    </div>
  );
}
