import { type ComponentType, lazy, Suspense } from "react";
import type { RecipeToolsProps } from "#app/features/recipes/recipe-tools.tsx";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import type { CategoryToolsProps } from "./category-tools.tsx";
import type { ProductToolsProps } from "./product-tools.tsx";

// The admin tools load after the page, and only in a browser with a stored session.
const CategoryTools = lazyTools<CategoryToolsProps>(() =>
  import("./category-tools.tsx").then((module) => module.CategoryTools),
);
const ProductTools = lazyTools<ProductToolsProps>(() =>
  import("./product-tools.tsx").then((module) => module.ProductTools),
);
const RecipeTools = lazyTools<RecipeToolsProps>(() =>
  import("#app/features/recipes/recipe-tools.tsx").then((module) => module.RecipeTools),
);

/** Add Item banner of a category's listing; renders nothing for anyone but admins. */
export function AdminCategoryTools(props: Omit<CategoryToolsProps, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <CategoryTools userId={userId} {...props} />
    </Suspense>
  );
}

/** Edit and delete buttons of a product card; renders nothing for anyone but admins. */
export function AdminProductTools(props: Omit<ProductToolsProps, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <ProductTools userId={userId} {...props} />
    </Suspense>
  );
}

/** Editor for the products of an article; renders nothing for anyone but admins. */
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
        // The page is complete without the tools.
        console.error(error);
        return { default: NoTools as ComponentType<Props> };
      },
    ),
  );
}

function NoTools() {
  return null;
}
