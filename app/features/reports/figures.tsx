import type { ReactNode } from "react";
import textStyles from "#app/ui/text.module.css";
import styles from "./figures.module.css";

/** List of `Figure`s side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

/** Figure of a report, with a note below it. */
export function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={styles.number}>{value}</strong>
        {children ? <span className={textStyles.meta}>{children}</span> : null}
      </dd>
    </div>
  );
}
