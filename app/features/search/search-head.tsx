import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { foundText } from "./found-text.ts";
import styles from "./search-head.module.css";

/** Heading of the search results, announced when it changes, with its children below. */
export function SearchHead({
  words,
  counts,
  children,
}: {
  words: string | null;
  /** Products that fit the filters, and all found; null before a search, and on failure. */
  counts: { total: number; all: number } | null;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{words === null ? t("Search") : t("Search: {words}", { words })}</h1>
      <p role="status" className={styles.count}>
        {counts && foundText(counts.total, counts.all)}
      </p>
      {children}
    </div>
  );
}
