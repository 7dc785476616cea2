import { use, useState } from "react";
import { useNavigate } from "react-router";
import { type Category, getCategory } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { findProduct } from "#app/features/catalog/product-queries.ts";
import type { PictureToSave } from "#app/features/images/picture-list.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { isManaging } from "#app/features/staff/managing.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { Icon } from "#app/ui/icon.tsx";
import { type PageOf, pageAddress } from "#app/ui/pagination.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { changeProduct } from "./change-product.ts";
import { ProductDialog } from "./product-dialog.tsx";
import type { ProductDraft } from "./product-draft.ts";
import { type EditedProduct, findEditedProduct } from "./product-editor-queries.ts";
import styles from "./product-tools.module.css";

export interface ProductToolsProps {
  userId: string;
  product: ProductSummary;
  /** Listing page that shows the product. */
  page: PageOf<ProductSummary>;
}

export function ProductTools({ userId, ...props }: ProductToolsProps) {
  if (!use(isManaging(userId))) return null;
  return (
    <div className={styles.tools}>
      <EditTool {...props} />
      <DeleteTool {...props} />
    </div>
  );
}

type CardProps = Omit<ProductToolsProps, "userId">;

function EditTool({ product, page }: CardProps) {
  const [editing, setEditing] = useState<EditedProduct | null>(null);
  const { isBusy, run } = useAttempt();
  const waitUntilPublished = usePublished(page);
  const category = getCategory(product.prefix);

  function handleOpen() {
    return run(async () => {
      const found = await findEditedProduct(getBrowserData(), category, product.id).catch(() => null);
      if (found) setEditing(found);
      else showToast({ kind: "error", text: t("Failed to load product details") });
    });
  }

  async function handleSubmit(
    before: EditedProduct,
    typed: ProductDraft,
    pictures: PictureToSave[],
    onProgress: (words: string) => void,
    shown: ProductDraft,
  ) {
    const data = getBrowserData();
    const result = await changeProduct(data, category, before, { shown, typed }, pictures, onProgress);
    if (result.kind === "rejected") return result;
    const { product: changed, replaced } = result;
    void invalidateReads();
    setEditing(null);
    showToast({ kind: "success", text: t("Product saved") });
    for (const text of result.problems) showToast({ kind: "error", text });
    void waitUntilPublished((shown) => shown.items.some((item) => isSameSummary(item, changed))).then(() =>
      removeUnusedPictures(getBrowserData(), replaced),
    );
    return null;
  }

  return (
    <>
      <IconButton label={t("Edit {name}", { name: product.name })} disabled={isBusy} onClick={handleOpen}>
        <Icon name="pencil" />
      </IconButton>
      {editing ? (
        <ProductDialog
          title={t("Edit item")}
          edited={editing}
          submitLabel={t("Save changes")}
          onSubmit={(...given) => handleSubmit(editing, ...given)}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}

function DeleteTool({ product, page }: CardProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy: isDeleting, run } = useAttempt();
  const navigate = useNavigate();
  const waitUntilPublished = usePublished(page);
  const category = getCategory(product.prefix);

  function handleDelete() {
    return run(async () => {
      const result = await removeProduct(getBrowserData(), category, product.id);
      setAsking(false);
      if (result.kind === "removed") {
        void invalidateReads();
        showToast({ kind: "success", text: t("Product successfully deleted") });
        await showRemoved();
        await removeUnusedPictures(getBrowserData(), result.pictures);
      } else {
        showToast({ kind: "error", text: t("Product Could not be deleted") });
      }
    });
  }

  /** Shows the listing after a removal; if its page is now empty, the previous page. */
  async function showRemoved() {
    if (page.pageIndex > 0 && page.items.every((item) => item.id === product.id)) {
      await navigate(pageAddress(category.path, page.pageIndex - 1), { replace: true });
    } else {
      await waitUntilPublished((shown) => shown.items.every((item) => item.id !== product.id));
    }
  }

  function handleClose() {
    if (!isDeleting) setAsking(false);
  }

  return (
    <>
      <IconButton
        label={t("Delete {name}", { name: product.name })}
        variation="danger"
        disabled={isDeleting}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </IconButton>
      {isAsking ? (
        <Dialog title={t("Delete this item?")} onClose={handleClose}>
          <p>
            {nodes(
              t("<strong>{name}</strong> will no longer be for sale. Existing orders keep it.", { name: product.name }),
            )}
          </p>
          <div className={dialogStyles.answers}>
            <Button variation="danger" disabled={isDeleting} onClick={handleDelete}>
              {isDeleting ? t("Deleting...") : t("Delete")}
            </Button>
            <Button variation="secondary" disabled={isDeleting} onClick={handleClose}>
              {t("Cancel")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

/** Returns whether both products have identical cards. */
function isSameSummary(one: ProductSummary, other: ProductSummary): boolean {
  return (
    one.id === other.id &&
    one.name === other.name &&
    one.size === other.size &&
    one.priceCents === other.priceCents &&
    one.discountPriceCents === other.discountPriceCents &&
    one.image === other.image &&
    one.isSoldOut === other.isSoldOut &&
    one.storage === other.storage &&
    JSON.stringify([one.amount, one.sizes]) === JSON.stringify([other.amount, other.sizes])
  );
}

/** Result of removing a product; `pictures` are the URLs of images to remove once no page shows them. */
type RemoveResult = { kind: "removed"; pictures: string[] } | { kind: "rejected" };

/** Removes a product from sale; the database archives it if an order names it. */
export async function removeProduct(data: BrowserData, category: Category, id: number): Promise<RemoveResult> {
  try {
    const before = await findProduct(data.rest, category, id);
    const { error } = await data.rest.from(category.table).delete().eq("id", id);
    // Row-level security hides rows instead of rejecting the delete, so check whether the row still exists.
    if (error || (await findProduct(data.rest, category, id))) return { kind: "rejected" };
    return { kind: "removed", pictures: before?.pictures.map(({ address }) => address) ?? [] };
  } catch {
    return { kind: "rejected" };
  }
}
