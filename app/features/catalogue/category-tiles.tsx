import { Link } from "react-router";
import { TextileEdge } from "#app/ui/textile.tsx";
import { categories } from "./categories.ts";
import styles from "./category-tiles.module.css";

/** Links to the nine categories, below the hero of the home page. */
export function CategoryTiles() {
  return (
    <nav aria-label="Categories">
      <ul className={styles.tiles}>
        {categories.map(({ prefix, path, menuLabel, pattern }) => (
          <li key={prefix}>
            <Link to={path} className={styles.tile}>
              <TextileEdge pattern={pattern} size="small" />
              <span className={styles.name}>{menuLabel}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
