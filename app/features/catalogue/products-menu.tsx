import { NavLink } from "react-router";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import { categories } from "./categories.ts";
import styles from "./products-menu.module.css";

/** The nine ways into the catalogue, each with its cloth. */
export function ProductsMenu() {
  return (
    <ul className={styles.menu}>
      {categories.map((category) => (
        <li key={category.prefix}>
          <NavLink to={category.path} className={`${styles.entry}`}>
            <span className={styles.swatch}>
              <TextileEdge pattern={category.pattern} />
            </span>
            <span>{category.menuLabel}</span>
            {category.menuLabel === category.title ? null : (
              // "More" alone means nothing to a search engine; the accessible name is the specified label.
              <span aria-hidden="true">
                <HiddenText>: {category.title}</HiddenText>
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
