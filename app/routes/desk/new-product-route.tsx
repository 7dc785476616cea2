import { NewProduct } from "#app/features/products/product-editor.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/new-product-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "New product", description: "Texts, prices, stock, and images.", path: null });
}

/** Runs the guard before the page is shown. */
export function clientLoader() {
  return null;
}

export default function NewProductRoute() {
  const { name } = useStoreSettings();
  return (
    <Page>
      <NewProduct shopName={name} />
    </Page>
  );
}
