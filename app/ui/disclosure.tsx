import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import styles from "./disclosure.module.css";

/**
 * A button that opens a panel under it. It is a <details>, so it works before and without JavaScript;
 * with it, Escape closes and leaving closes. `variant="cover"` fills the page under the header, for phones.
 */
export function Disclosure({
  summary,
  variant,
  children,
}: {
  summary: ReactNode;
  variant: "dropdown" | "cover";
  children: ReactNode;
}) {
  function handleKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary")?.focus();
  }

  function handleBlur(event: FocusEvent<HTMLDetailsElement>) {
    // A press on the panel's own ground also blurs, towards nothing; only a real leaving closes.
    const next = event.relatedTarget;
    if (next instanceof Node && !event.currentTarget.contains(next)) event.currentTarget.open = false;
  }

  return (
    <details
      className={styles.disclosure}
      data-variant={variant}
      data-covers-page={variant === "cover" || undefined}
      onKeyDown={handleKeyDown}
      onBlur={handleBlur}
    >
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}
