import { NavLink } from "react-router";
import { TextileEdge } from "#app/ui/textile.tsx";
import { categories } from "./categories.ts";
import { CategoryLabel } from "./category-label.tsx";
import styles from "./products-menu.module.css";

/** Links to the nine categories, each with its pattern. */
export function ProductsMenu() {
  return (
    <ul className={styles.menu}>
      {categories.map((category) => (
        <li key={category.prefix}>
          <NavLink to={category.path} className={`${styles.entry}`}>
            <span className={styles.swatch}>
              <TextileEdge pattern={category.pattern} />
            </span>
            <CategoryLabel category={category} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
