import { type ReactNode, Suspense } from "react";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { CategoryToolsProps } from "./category-tools.tsx";
import type { ProductToolsProps } from "./product-tools.tsx";

const CategoryTools = lazyPart(async () => (await import("./category-tools.tsx")).CategoryTools);
const ProductTools = lazyPart(async () => (await import("./product-tools.tsx")).ProductTools);

/** Add Item banner of a category's listing; renders nothing for anyone but admins. */
export function AdminCategoryTools(props: Omit<CategoryToolsProps, "userId">) {
  return <ForUser>{(userId) => <CategoryTools userId={userId} {...props} />}</ForUser>;
}

/** Edit and delete buttons of a product card; renders nothing for anyone but admins. */
export function AdminProductTools(props: Omit<ProductToolsProps, "userId">) {
  return <ForUser>{(userId) => <ProductTools userId={userId} {...props} />}</ForUser>;
}

/** The admin tools load after the page, and only in a browser with a stored session. */
function ForUser({ children }: { children: (userId: string) => ReactNode }) {
  const userId = useStoredUserId();
  return userId === null ? null : <Suspense fallback={null}>{children(userId)}</Suspense>;
}
