import { Link } from "react-router";
import { type Category, categories } from "#app/features/catalog/categories.ts";
import { CategoryLabel } from "#app/features/catalog/products-menu.tsx";
import { t } from "#app/messages/t.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TextileEdge } from "#app/ui/textile.tsx";
import styles from "./category-tiles.module.css";

/**
 * Links to the nine categories, below the hero of the home page.
 * @param pictureOf returns the image of a category; without one, its tile has its pattern
 */
export function CategoryTiles({ pictureOf }: { pictureOf: (category: Category) => string | null }) {
  return (
    <nav aria-label={t("Categories")}>
      <ul className={styles.tiles}>
        {categories.map((category) => {
          const picture = pictureOf(category);
          return (
            <li key={category.prefix}>
              <Link to={category.path} className={styles.tile}>
                {picture ? (
                  <span className={styles.picture}>
                    <Picture src={picture} alt="" width={160} height={160} sizes="6rem" />
                  </span>
                ) : (
                  <TextileEdge pattern={category.pattern} size="small" />
                )}
                <span className={styles.name}>
                  <CategoryLabel category={category} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
