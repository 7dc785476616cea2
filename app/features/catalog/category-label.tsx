import { HiddenText } from "#app/ui/hidden-text.tsx";
import type { categories } from "./categories.ts";

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
