import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import styles from "./pagination.module.css";
import { pageAddress } from "./pagination.ts";

export function Pagination({ path, pageIndex, pageCount }: { path: string; pageIndex: number; pageCount: number }) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={t("Pages")} className={styles.pagination}>
      <Step rel="prev" label={t("Prev")} to={pageIndex > 0 ? pageAddress(path, pageIndex - 1) : null} />
      <span className={styles.where}>{t("Page {page} of {pageCount}", { page: pageIndex + 1, pageCount })}</span>
      <Step rel="next" label={t("Next")} to={pageIndex < pageCount - 1 ? pageAddress(path, pageIndex + 1) : null} />
    </nav>
  );
}

function Step({ rel, label, to }: { rel: "prev" | "next"; label: string; to: string | null }) {
  // A link without href is HTML's way to disable a link.
  if (to === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: the link is disabled on purpose.
      <a role="link" aria-disabled="true" className={styles.step}>
        {label}
      </a>
    );
  }
  return (
    <Link to={to} rel={rel} prefetch="intent" className={styles.step}>
      {label}
    </Link>
  );
}
