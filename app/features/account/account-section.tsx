import type { ComponentProps, ReactNode } from "react";
import { takeFocus } from "#app/ui/element-refs.ts";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./account-section.module.css";

/** List of the account's items, each with its actions. */
export function AccountList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

export function AccountListItem({
  name,
  detail,
  children,
}: {
  name: string;
  detail?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <strong>{name}</strong>
        {detail ? <span className={textStyles.meta}>{detail}</span> : null}
      </span>
      {children}
    </li>
  );
}

/** Row of buttons that wraps where space is short. */
export function AccountActions({ children }: { children: ReactNode }) {
  return <Row gap={3}>{children}</Row>;
}

/** Message that replaces a pressed button. It takes the keyboard focus, so screen readers announce it. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  return (
    <p ref={takeFocus} tabIndex={-1}>
      {children}
    </p>
  );
}

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
