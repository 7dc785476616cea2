import { NavLink } from "react-router";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { categories } from "./categories.ts";
import styles from "./products-menu.module.css";

/** Links to the nine categories, each with its pattern. */
export function ProductsMenu() {
  return (
    <ul>
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

/** Label of a link to a category. */
export function CategoryLabel({ category }: { category: (typeof categories)[number] }) {
  return (
    <>
      <span>{category.menuLabel()}</span>
      {category.menuLabel() === category.title() ? null : (
        // Hidden text for search engines, because "More" alone says nothing; the accessible name stays the specified
        // label.
        <span aria-hidden="true">
          <HiddenText>: {category.title()}</HiddenText>
        </span>
      )}
    </>
  );
}
