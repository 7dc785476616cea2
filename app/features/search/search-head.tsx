import styles from "./search-head.module.css";

/** The title of what was found, which screen readers hear when it changes. */
export function SearchHead({ words, totalCount }: { words: string | null; totalCount: number | null }) {
  return (
    <div className={styles.head}>
      <h1>{words === null ? "Search" : `Search: ${words}`}</h1>
      <p role="status" className={styles.count}>
        {totalCount === null ? null : totalCount === 1 ? "1 product" : `${totalCount} products`}
      </p>
    </div>
  );
}
