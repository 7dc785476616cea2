import { type ComponentProps, Suspense } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { lazyPart } from "#app/ui/lazy-part.ts";

const RecipeTools = lazyPart(async () => (await import("./recipe-tools.tsx")).RecipeTools);

/** Editor for the products of an article, loaded after the page; renders nothing for anyone but admins. */
export function AdminRecipeTools(props: Omit<ComponentProps<typeof RecipeTools>, "userId">) {
  const userId = useStoredUserId();
  return userId === null ? null : (
    <Suspense fallback={null}>
      <RecipeTools userId={userId} {...props} />
    </Suspense>
  );
}
