import { type ReactNode, useId } from "react";
import { Panel } from "#app/ui/panel.tsx";
import styles from "./account-section.module.css";

/** Titled section of the account page. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Panel>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </Panel>
    </section>
  );
}

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
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {children}
    </li>
  );
}

/** Row of buttons that wraps where space is short. */
export function AccountActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
