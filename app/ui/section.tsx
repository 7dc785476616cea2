import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./section.module.css";

/**
 * Titled block of a page.
 * @param id anchor
 * @param more link to the full list
 */
export function Section({
  id,
  title,
  more,
  children,
}: {
  id?: string;
  title: string;
  more?: { to: string; label: string; describedAs?: string } | undefined;
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {more ? (
          <Link to={more.to} aria-label={more.describedAs} prefetch="intent" className={styles.more}>
            {more.label}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}
