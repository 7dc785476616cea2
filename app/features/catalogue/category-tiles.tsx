import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { TextileEdge } from "#app/ui/textile.tsx";
import { categories } from "./categories.ts";
import { CategoryLabel } from "./category-label.tsx";
import styles from "./category-tiles.module.css";

/** Links to the nine categories, below the hero of the home page. */
export function CategoryTiles() {
  return (
    <nav aria-label={t("Categories")}>
      <ul className={styles.tiles}>
        {categories.map((category) => (
          <li key={category.prefix}>
            <Link to={category.path} className={styles.tile}>
              <TextileEdge pattern={category.pattern} size="small" />
              <span className={styles.name}>
                <CategoryLabel category={category} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
