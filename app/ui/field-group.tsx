import { type ReactNode, useId } from "react";
import styles from "./field-group.module.css";
import { Panel } from "./panel.tsx";
import textStyles from "./text.module.css";

/** Group of related fields, side by side if there is space, with `message` below. */
export function FieldGroup({ title, message, children }: { title: string; message?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Panel>
        <h2 id={id} className={textStyles.h3}>
          {title}
        </h2>
        <div className={styles.fields}>{children}</div>
        {message}
      </Panel>
    </section>
  );
}
