import type { ComponentProps, ReactNode } from "react";
import { Panel } from "#app/ui/panel.tsx";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./account-card.module.css";

/**
 * Card of the login pages.
 * @param level heading level; 2 for a second card on the page
 */
export function AccountCard({ title, level = 1, children }: { title: string; level?: 1 | 2; children: ReactNode }) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={styles.card}>
      <Panel>
        <Heading>{title}</Heading>
        {children}
      </Panel>
    </div>
  );
}

/** Turns off native validation: the forms show each error next to its field. */
export function AccountForm({ label, ...rest }: { label: string } & ComponentProps<"form">) {
  return <Stack as="form" gap={4} {...rest} noValidate aria-label={label} />;
}
