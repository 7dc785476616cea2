import { use, useState } from "react";
import { createPath, useLocation, useNavigate } from "react-router";
import type { Category } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { PRODUCTS_PER_PAGE } from "#app/features/catalog/product-queries.ts";
import type { PictureToSave } from "#app/features/images/picture-list.ts";
import { isManaging } from "#app/features/staff/managing.ts";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { useRead } from "#app/platform/use-read.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type PageOf, pageAddress } from "#app/ui/pagination.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { addProduct } from "./add-product.ts";
import styles from "./category-tools.module.css";
import { listHiddenProducts } from "./hidden-products.ts";
import { ProductDialog } from "./product-dialog.tsx";
import type { ProductDraft } from "./product-draft.ts";
import { NEW_PRODUCT } from "./product-editor-queries.ts";
import { ProductTools } from "./product-tools.tsx";

export type CategoryToolsProps = { userId: string; category: Category; page: PageOf<ProductSummary> };

export function CategoryTools({ userId, ...props }: CategoryToolsProps) {
  if (!use(isManaging(userId))) return null;
  return (
    <section aria-label={t("Admin tools")} className={styles.tools}>
      <HiddenProducts userId={userId} {...props} />
      <AddItemBanner {...props} />
    </section>
  );
}

function AddItemBanner({ category, page }: Omit<CategoryToolsProps, "userId">) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  const waitUntilPublished = usePublished(page);

  async function handleSubmit(draft: ProductDraft, pictures: PictureToSave[], onProgress: (words: string) => void) {
    const data = getBrowserData();
    const added = await addProduct(data, category, draft, pictures, onProgress);
    void invalidateReads();
    if (added.kind === "rejected") return added;
    setOpen(false);
    showToast({ kind: "success", text: t("Item added succesfully") });
    for (const text of added.problems) showToast({ kind: "error", text });
    void showAdded(data, added.id);
    return null;
  }

  /** Opens the listing page that shows a new product, which is the last one. */
  async function showAdded(data: BrowserData, id: number) {
    const pageIndex = await findPageIndex(data, category, id);
    const path = pageIndex === null ? null : pageAddress(category.path, pageIndex);
    if (path !== null && path !== createPath(location)) await navigate(path, { preventScrollReset: true });
    await waitUntilPublished((shown) => shown.items.some((product) => product.id === id));
  }

  return (
    <div className={styles.banner} data-stays-at-bottom>
      <p>{t("You are logged in as admin. New items go on the last page.")}</p>
      <Button onClick={() => setOpen(true)}>
        <Icon name="plus" /> {t("Add Item")}
      </Button>
      {isOpen ? (
        <ProductDialog
          title={t("Add Item")}
          edited={NEW_PRODUCT}
          submitLabel={t("Submit")}
          onSubmit={handleSubmit}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** Products hidden because an image is missing, each with buttons to edit and delete it. */
function HiddenProducts({ userId, category, page }: CategoryToolsProps) {
  const { data: products = [] } = useRead(["hidden-products", category.prefix], () => listHiddenProducts(category));
  if (products.length === 0) return null;
  return (
    <div className={styles.hidden}>
      <p>{t("Hidden from shoppers because an image is missing:")}</p>
      <Stack as="ul" gap={2}>
        {products.map((product) => (
          <li key={product.id} className={styles.line}>
            {product.name}
            <ProductTools userId={userId} product={product} page={page} />
          </li>
        ))}
      </Stack>
    </div>
  );
}

/** Returns the listing page that shows the product; null if it cannot be determined. */
async function findPageIndex(data: BrowserData, category: Category, id: number): Promise<number | null> {
  const { count } = await data.rest
    .from("products")
    .select("id", { count: "exact" })
    .eq("category", category.prefix)
    .is("archived_at", null)
    .is("pictures_ready", true)
    .lt("id", id)
    .limit(1);
  return count === null ? null : Math.floor(count / PRODUCTS_PER_PAGE);
}
