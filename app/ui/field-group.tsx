import type { ReactNode } from "react";
import styles from "./field-group.module.css";
import { PanelSection } from "./panel-section.tsx";

/** Group of related fields, side by side if there is space, with `message` below. */
export function FieldGroup({ title, message, children }: { title: string; message?: ReactNode; children: ReactNode }) {
  return (
    <PanelSection title={title}>
      <div className={styles.fields}>{children}</div>
      {message}
    </PanelSection>
  );
}
