import type { RowSelectionState } from "@tanstack/react-table";
import { lazy, Suspense, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import type { ProductPicture } from "#app/features/catalog/product.ts";
import { PicturesDialog } from "#app/features/images/pictures-dialog.tsx";
import { listPictures } from "#app/features/images/product-pictures.ts";
import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, ButtonLink, SmallButton } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { linked } from "#app/ui/linked.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { changeText } from "./bulk-preview.tsx";
import { BulkResult } from "./bulk-result.tsx";
import { CellProblems } from "./cell-problems.tsx";
import { useHiddenColumns } from "./column-choice.ts";
import { MAX_BULK_ROWS } from "./create-bulk-change.ts";
import { FilterForm } from "./filter-form.tsx";
import type { PastePlan } from "./paste-cells.ts";
import { PasteDialog } from "./paste-dialog.tsx";
import { FindByCode, PhoneFilter } from "./phone-filter.tsx";
import { PhoneList } from "./phone-list.tsx";
import type { ProductRow } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import styles from "./product-table-page.module.css";
import { openRowMenu, RowMenu } from "./row-actions.tsx";
import { columnOf, OPTIONAL_COLUMNS } from "./table-columns.ts";
import type { TableFilter } from "./table-filter.ts";
import { useCellEdits } from "./use-cell-edits.ts";

/** Maximum number of rows for one label print or one set of offers, limited by the length of a URL. */
const MAX_LINKED_ROWS = 300;

/** Not loaded on phones. */
const ProductGrid = lazy(() => import("./product-grid.tsx").then((module) => ({ default: module.ProductGrid })));

/** Table of all products and sizes, with editing in place, pasting, and bulk changes; a list on phones. */
export function ProductTablePage({ filter, list }: { filter: TableFilter; list: ProductList }) {
  // Narrower screens show a list instead of the grid.
  const isWide = useMediaQuery("(width >= 900px)");
  const isLoading = useNavigation().state !== "idle";
  const edits = useCellEdits(list);
  const [hiddenColumns, setColumnShown] = useHiddenColumns();
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [plan, setPlan] = useState<PastePlan | null>(null);
  const [isChanging, setChanging] = useState(false);
  const [applied, setApplied] = useState<ProductImport | null>(null);
  const [menuRow, setMenuRow] = useState<ProductRow | null>(null);
  const [pictures, setPictures] = useState<{ row: ProductRow; pictures: readonly ProductPicture[] } | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const selected = list.rows.filter(({ key }) => selection[key]);

  async function openPictures(row: ProductRow) {
    const found = await listPictures(getBrowserData(), row.productId).catch(() => null);
    if (found === null) showToast({ kind: "error", text: t("We couldn't load the images. Try again.") });
    else setPictures({ row, pictures: found });
  }

  return (
    <>
      <Row gap={4} rowGap={2} align="baseline" justify="between">
        <h1>{t("Products")}</h1>
        <p>
          <Link to="/desk/products/new">{t("New product")}</Link> · <Link to="/desk/offers">{t("Offers")}</Link> ·{" "}
          <Link to="/desk/products/import">{t("CSV import and export")}</Link>
        </p>
      </Row>
      {isWide ? <FilterForm filter={filter} /> : <PhoneFilter filter={filter} />}
      <div className={styles.tools}>
        <p aria-live="polite" aria-busy={isLoading}>
          {t("{count, plural, one {# product} other {# products}}", { count: list.productCount })}
        </p>
        <FindByCode />
        {isWide ? <ColumnsMenu hidden={hiddenColumns} onChange={setColumnShown} /> : null}
        <SmallButton disabled={edits.undoCount === 0} onClick={() => void edits.undo()}>
          {partlyHidden(t("Undo<hidden> last edit</hidden>"))}
        </SmallButton>
        {selected.length > 0 ? (
          <SelectionTools selected={selected} onChange={() => setChanging(true)} onClear={() => setSelection({})} />
        ) : null}
        <p role="status" className={styles.status}>
          {edits.status}
        </p>
      </div>
      {applied === null ? null : <BulkResult key={applied.id} one={applied} onClose={() => setApplied(null)} />}
      <CellProblems rows={list.rows} edits={edits} />
      {list.rows.length === 0 ? (
        <p>
          {linked(
            t("No products match. Change the filter, or <link>show all products</link>."),
            "/desk/products?status=every",
          )}
        </p>
      ) : isWide ? (
        <Suspense fallback={<Spinner />}>
          <ProductGrid
            filter={filter}
            list={list}
            edits={edits}
            hiddenColumns={hiddenColumns}
            selection={selection}
            onSelect={setSelection}
            onPaste={setPlan}
            onOpenActions={(row, button) => {
              setMenuRow(row);
              // The menu renders its actions first, which determine its size.
              requestAnimationFrame(() => openRowMenu(menu.current, button));
            }}
            onOpenPictures={(row) => void openPictures(row)}
          />
        </Suspense>
      ) : (
        <PhoneList list={list} edits={edits} onOpenPictures={(row) => void openPictures(row)} />
      )}
      <RowMenu menu={menu} row={menuRow} edits={edits} onOpenPictures={(row) => void openPictures(row)} />
      {plan === null ? null : (
        <PasteDialog
          plan={plan}
          onWrite={() => {
            setPlan(null);
            void edits.savePasted(plan.cells);
          }}
          onClose={() => setPlan(null)}
        />
      )}
      {isChanging ? (
        <BulkDialog
          rows={selected.map(edits.currentRow)}
          onApplied={async (one) => {
            setChanging(false);
            setApplied(one);
            await invalidateReads();
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
      {pictures === null ? null : (
        <PicturesDialog
          product={{ id: pictures.row.productId, name: pictures.row.name, pictures: pictures.pictures }}
          onClose={() => setPictures(null)}
        />
      )}
    </>
  );
}

function SelectionTools({
  selected,
  onChange,
  onClear,
}: {
  selected: readonly ProductRow[];
  onChange: () => void;
  onClear: () => void;
}) {
  return (
    <>
      <Button size="small" disabled={selected.length > MAX_BULK_ROWS} onClick={onChange}>
        {changeText(selected.length)}
      </Button>
      {selected.length > MAX_LINKED_ROWS ? null : (
        <>
          <ButtonLink
            to={`/desk/products/labels?rows=${selected.map(({ key }) => key).join()}`}
            size="small"
            variation="secondary"
          >
            {t("Print labels")}
          </ButtonLink>
          <ButtonLink
            to={`/desk/offers?products=${[...new Set(selected.map(({ productId }) => productId))].join()}`}
            size="small"
            variation="secondary"
          >
            {t("Put on offer")}
          </ButtonLink>
        </>
      )}
      <SmallButton onClick={onClear}>{t("Clear selection")}</SmallButton>
      {selected.length > MAX_LINKED_ROWS ? (
        <p>{t("Labels and offers are for {count} rows at most.", { count: MAX_LINKED_ROWS })}</p>
      ) : null}
      {selected.length > MAX_BULK_ROWS ? (
        <p>{t("{count, plural, other {#}} rows at most at once.", { count: MAX_BULK_ROWS })}</p>
      ) : null}
    </>
  );
}

function ColumnsMenu({
  hidden,
  onChange,
}: {
  hidden: readonly string[];
  onChange: ReturnType<typeof useHiddenColumns>[1];
}) {
  return (
    <Disclosure
      variant="dropdown"
      summary={
        <>
          {t("Columns")} <Icon name="chevron" />
        </>
      }
    >
      <fieldset className={styles.columns}>
        <legend>
          <HiddenText>{t("Shown columns")}</HiddenText>
        </legend>
        {OPTIONAL_COLUMNS.map((name) => (
          <CheckboxField
            key={name}
            label={columnOf(name).header()}
            checked={!hidden.includes(name)}
            onChecked={(isChecked) => onChange(name, isChecked)}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}
