import { type RefObject, useState } from "react";
import { Link } from "react-router";
import { productPath } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withResultToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { canEdit } from "./cells.ts";
import { type ProductRow, rowName } from "./product-row.ts";
import styles from "./product-table-page.module.css";
import type { CellEdits } from "./use-cell-edits.ts";

/** Actions of one row. The surrounding menu or sheet sets the spacing. */
export function RowActions({
  row,
  edits,
  onOpenPictures,
  onDone,
}: {
  row: ProductRow;
  edits: CellEdits;
  onOpenPictures: (row: ProductRow) => void;
  onDone: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const isOut = row.availability === "sold_out";

  async function handleDuplicate() {
    setBusy(true);
    const data = getBrowserData();
    await withResultToast(async () => {
      const id = await duplicateProduct(data, row.productId).finally(() => {
        setBusy(false);
        onDone();
      });
      const name = t("The copy of {name}", { name: row.name });
      const undo = async () => {
        await removeDuplicate(data, { id, name });
        return { text: t("{name} deleted.", { name }) };
      };
      return { text: t("{name} added under Hidden.", { name }), undo };
    }, invalidateReads);
  }

  function handleStock() {
    const text = !isOut ? t("Sold out") : row.stockCount === null ? t("Available") : String(row.stockCount);
    edits.saveTyped(row, "stock", text);
    onDone();
  }

  return (
    <>
      <Link to={`/desk/products/${row.category}/${row.productId}`} className={styles.link}>
        {t("Edit product")}
      </Link>
      <Link to={productPath({ prefix: row.category, id: row.productId })} className={styles.link}>
        {t("View in store")}
      </Link>
      <SmallButton onClick={() => onOpenPictures(row)}>{t("Images")}</SmallButton>
      <SmallButton disabled={isBusy} onClick={handleDuplicate}>
        {t("Duplicate")}
      </SmallButton>
      <SmallButton onClick={handleStock}>{isOut ? t("Mark in stock") : t("Mark sold out")}</SmallButton>
      {canEdit(row, "status") ? (
        <SmallButton
          onClick={() => {
            edits.saveTyped(row, "status", row.isHidden ? t("Visible") : t("Hidden"));
            onDone();
          }}
        >
          {row.isHidden ? t("Show in store") : t("Hide from store")}
        </SmallButton>
      ) : null}
    </>
  );
}

/** Menu shared by all rows of the grid, opened below the button of a row. */
export function RowMenu({
  menu,
  row,
  edits,
  onOpenPictures,
}: {
  menu: RefObject<HTMLDivElement | null>;
  row: ProductRow | null;
  edits: CellEdits;
  onOpenPictures: (row: ProductRow) => void;
}) {
  const close = () => menu.current?.hidePopover();
  return (
    <div
      ref={menu}
      popover="auto"
      role="dialog"
      aria-label={row === null ? t("Actions") : t("Actions for {rowName}", { rowName: rowName(row) })}
      className={styles.menu}
    >
      {row === null ? null : (
        <RowActions
          key={row.key}
          row={edits.currentRow(row)}
          edits={edits}
          onOpenPictures={(shown) => {
            close();
            onOpenPictures(shown);
          }}
          onDone={close}
        />
      )}
    </div>
  );
}

/** Opens the menu below a button, or above it near the bottom of the screen, and focuses its first action. */
export function openRowMenu(menu: HTMLDivElement | null, button: HTMLElement): void {
  if (menu === null) return;
  menu.showPopover();
  const at = button.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = menu;
  const isBelow = at.bottom + offsetHeight < innerHeight;
  menu.style.insetBlockStart = `${isBelow ? at.bottom : Math.max(0, at.top - offsetHeight)}px`;
  menu.style.insetInlineStart = `${Math.max(0, at.right - offsetWidth)}px`;
  menu.querySelector<HTMLElement>("a, button")?.focus();
}

/** Creates a hidden copy. @returns its id */
export async function duplicateProduct({ rest }: BrowserData, productId: number): Promise<number> {
  return commandResult(await rest.rpc("duplicate_product", { product_id: productId }));
}

/** Deletes the copy, which cannot have been ordered. */
export async function removeDuplicate(
  { rest }: BrowserData,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const { data: removed, error } = await rest.from("products").delete().eq("id", id).select("id");
  if (error) throw new Error(t("We couldn't delete {name}. Try again.", { name }), { cause: error });
  if (removed.length === 0) throw new Error(t("{name} was just changed. Check it again.", { name }));
}
