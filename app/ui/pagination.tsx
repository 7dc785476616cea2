import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import styles from "./pagination.module.css";
import { pageAddress } from "./pagination.ts";

export function Pagination({ path, pageIndex, pageCount }: { path: string; pageIndex: number; pageCount: number }) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={t("Pages")} className={styles.pagination}>
      <Step label={t("Prev")} to={pageIndex > 0 ? pageAddress(path, pageIndex - 1) : null} />
      <span className={styles.where}>{t("Page {page} of {pageCount}", { page: pageIndex + 1, pageCount })}</span>
      <Step label={t("Next")} to={pageIndex < pageCount - 1 ? pageAddress(path, pageIndex + 1) : null} />
    </nav>
  );
}

/** Link to another page. A disabled one keeps the keyboard focus, with which it opened the first or last page. */
function Step({ label, to }: { label: string; to: string | null }) {
  return (
    <Link
      to={to ?? ""}
      prefetch={to === null ? "none" : "intent"}
      aria-disabled={to === null || undefined}
      onClick={(event) => to ?? event.preventDefault()}
      className={styles.step}
    >
      {label}
    </Link>
  );
}
