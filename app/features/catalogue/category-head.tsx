import type { ReactNode } from "react";
import { Link } from "react-router";
import { TextileEdge } from "#app/ui/textile.tsx";
import type { Category } from "./categories.ts";
import styles from "./category-head.module.css";

/** The title of a listing, and how many it shows, which screen readers hear when it changes; its children lead on. */
export function CategoryHead({
  category,
  totalCount,
  children,
}: {
  category: Category;
  totalCount: number | null;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        <Link to="/home">Home</Link>
        <span aria-hidden="true">›</span>
        <span aria-current="page">{category.menuLabel}</span>
      </nav>
      {children}
      <div className={styles.titleRow}>
        <h1>{category.title}</h1>
        <p role="status" className={styles.count}>
          {totalCount === null ? null : totalCount === 1 ? "1 product" : `${totalCount} products`}
        </p>
      </div>
      <div className={styles.edge}>
        <TextileEdge pattern={category.pattern} />
      </div>
    </div>
  );
}
