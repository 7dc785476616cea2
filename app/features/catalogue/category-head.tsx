import { Link } from "react-router";
import { TextileEdge } from "#app/ui/textile.tsx";
import type { Category } from "./categories.ts";
import styles from "./category-head.module.css";

export function CategoryHead({ category, totalCount }: { category: Category; totalCount: number | null }) {
  return (
    <div className={styles.head}>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        <Link to="/home">Home</Link>
        <span aria-hidden="true">›</span>
        <span aria-current="page">{category.menuLabel}</span>
      </nav>
      <div className={styles.titleRow}>
        <h1>{category.title}</h1>
        {totalCount === null ? null : (
          <p className={styles.count}>
            {totalCount} {totalCount === 1 ? "product" : "products"}
          </p>
        )}
      </div>
      <div className={styles.edge}>
        <TextileEdge pattern={category.pattern} />
      </div>
    </div>
  );
}
