import type { ComponentProps, ReactNode } from "react";
import { Panel } from "#app/ui/panel.tsx";
import styles from "./account-card.module.css";

/** The one card that each page around signing in consists of. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <Panel>
        <h1>{title}</h1>
        {children}
      </Panel>
    </div>
  );
}

/** Checks its fields itself, so that each message stands at its field. */
export function AccountForm({ label, ...rest }: { label: string } & ComponentProps<"form">) {
  return <form {...rest} noValidate aria-label={label} className={styles.form} />;
}
