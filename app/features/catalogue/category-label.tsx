import { HiddenText } from "#app/ui/hidden-text.tsx";
import type { categories } from "./categories.ts";

/** Label of a link to a category. */
export function CategoryLabel({ category }: { category: (typeof categories)[number] }) {
  return (
    <>
      <span>{category.menuLabel()}</span>
      {category.menuLabel() === category.title() ? null : (
        // "More" alone means nothing to a search engine; the accessible name is the specified label.
        <span aria-hidden="true">
          <HiddenText>: {category.title()}</HiddenText>
        </span>
      )}
    </>
  );
}
