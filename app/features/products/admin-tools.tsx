import { type ComponentType, lazy, Suspense } from "react";
import type { RecipeToolsProps } from "#app/features/recipes/recipe-tools.tsx";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import type { CategoryToolsProps } from "./category-tools.tsx";
import type { ProductToolsProps } from "./product-tools.tsx";

// The admin's code comes after the page, and only to a browser that holds a session.
const CategoryTools = lazyTools<CategoryToolsProps>(() =>
  import("./category-tools.tsx").then((module) => module.CategoryTools),
);
const ProductTools = lazyTools<ProductToolsProps>(() =>
  import("./product-tools.tsx").then((module) => module.ProductTools),
);
const RecipeTools = lazyTools<RecipeToolsProps>(() =>
  import("#app/features/recipes/recipe-tools.tsx").then((module) => module.RecipeTools),
);

/** The Add Item banner of a category's listing; nothing for everybody but an admin. */
export function AdminCategoryTools(props: Omit<CategoryToolsProps, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <CategoryTools userId={userId} {...props} />
    </Suspense>
  );
}

/** Edit and delete on a product's card; nothing for everybody but an admin. */
export function AdminProductTools(props: Omit<ProductToolsProps, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <ProductTools userId={userId} {...props} />
    </Suspense>
  );
}

/** The products of an article; nothing for everybody but an admin. */
export function AdminRecipeTools(props: Omit<RecipeToolsProps, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <RecipeTools userId={userId} {...props} />
    </Suspense>
  );
}

function lazyTools<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        // The page is whole without the tools.
        console.error(error);
        return { default: NoTools as ComponentType<Props> };
      },
    ),
  );
}

function NoTools() {
  return null;
}
