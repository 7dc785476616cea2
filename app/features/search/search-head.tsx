import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import styles from "./search-head.module.css";

/** Heading of the search results, announced when it changes, with its children below. */
export function SearchHead({
  words,
  totalCount,
  children,
}: {
  words: string | null;
  totalCount: number | null;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{words === null ? t("Search") : t("Search: {words}", { words })}</h1>
      <p role="status" className={styles.count}>
        {totalCount === null ? null : t("{count, plural, one {# product} other {# products}}", { count: totalCount })}
      </p>
      {children}
    </div>
  );
}
