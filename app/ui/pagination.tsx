import { Link } from "react-router";
import styles from "./pagination.module.css";
import { pageAddress } from "./pagination.ts";

export function Pagination({ path, pageIndex, pageCount }: { path: string; pageIndex: number; pageCount: number }) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className={styles.pagination}>
      <Step label="Prev" to={pageIndex > 0 ? pageAddress(path, pageIndex - 1) : null} />
      <span className={styles.where}>{`Page ${pageIndex + 1} of ${pageCount}`}</span>
      <Step label="Next" to={pageIndex < pageCount - 1 ? pageAddress(path, pageIndex + 1) : null} />
    </nav>
  );
}

function Step({ label, to }: { label: "Prev" | "Next"; to: string | null }) {
  // A link without href is HTML's disabled link.
  if (to === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: it goes nowhere, and says so.
      <a role="link" aria-disabled="true" className={styles.step}>
        {label}
      </a>
    );
  }
  return (
    <Link to={to} rel={label === "Prev" ? "prev" : "next"} prefetch="intent" className={styles.step}>
      {label}
    </Link>
  );
}
