import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { cellLabel } from "./cells.ts";
import styles from "./phone-list.module.css";
import { leftCount, type ProductRow, rowName } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import { RowSheet } from "./row-sheet.tsx";
import { StockStepper } from "./stock-stepper.tsx";
import type { CellEdits, RowStates } from "./use-cell-edits.ts";

/** Heights of the rows, as the stylesheet lays them out. */
const HEIGHTS_REM = { product: 12, size: 6 };
const NARROW_HEIGHTS_REM = { product: 19, size: 16 };
/** Width below which the rows wrap, such as a phone with large text. */
const NARROW_REM = 28;

/** The product table on a phone: tapping a row edits it, and counted stock has steppers. Renders only rows in view. */
export function PhoneList({
  list,
  edits,
  onOpenPictures,
}: {
  list: ProductList;
  edits: CellEdits;
  onOpenPictures: (row: ProductRow) => void;
}) {
  const [open, setOpen] = useState<ProductRow | null>(null);
  const [top, setTop] = useState(0);
  const element = useRef<HTMLUListElement>(null);
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const isNarrow = innerWidth < NARROW_REM * rem;
  const heights = isNarrow ? NARROW_HEIGHTS_REM : HEIGHTS_REM;
  const virtualizer = useWindowVirtualizer({
    count: list.rows.length,
    estimateSize: (index) => rem * heights[list.rows[index]?.sizeId === null ? "product" : "size"],
    overscan: 4,
    scrollMargin: top,
  });

  // Messages above the list change its position.
  useLayoutEffect(() => {
    const offset = (element.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(offset - top) > 1) setTop(offset);
  });

  return (
    <>
      <ul
        ref={element}
        aria-label={t("Products")}
        className={styles.list}
        data-narrow={isNarrow || undefined}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const listed = list.rows[index];
          if (listed === undefined) return null;
          const row = edits.currentRow(listed);
          return (
            <li
              key={row.key}
              aria-setsize={list.rows.length}
              aria-posinset={index + 1}
              className={styles.row}
              data-size={row.sizeId !== null || undefined}
              style={{ blockSize: size, transform: `translateY(${start - top}px)` }}
            >
              <PhoneRow
                row={row}
                states={edits.states.get(row.key)}
                lowStockAt={list.lowStockAt}
                onOpen={() => setOpen(row)}
                onOpenPictures={() => onOpenPictures(row)}
                onCount={(count) => edits.saveTyped(row, "stock", String(count))}
              />
            </li>
          );
        })}
      </ul>
      {open === null ? null : (
        <RowSheet
          key={open.key}
          row={edits.currentRow(open)}
          edits={edits}
          onOpenPictures={(row) => {
            setOpen(null);
            onOpenPictures(row);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function PhoneRow({
  row,
  states,
  lowStockAt,
  onOpen,
  onOpenPictures,
  onCount,
}: {
  row: ProductRow;
  states: RowStates | undefined;
  lowStockAt: number;
  onOpen: () => void;
  onOpenPictures: () => void;
  onCount: (count: number) => void;
}) {
  const name = rowName(row);
  const left = leftCount(row);
  const price = cellLabel(row, "price");
  const discount = cellLabel(row, "discount");
  const details = [
    row.sizeCount > 0 ? t("{count} sizes", { count: row.sizeCount }) : row.sizeId === null ? row.label : "",
    row.isHidden && row.sizeId === null ? t("Hidden") : "",
    !row.hasPictures && row.sizeId === null ? t("Image missing") : "",
  ].filter(Boolean);
  return (
    <>
      {row.sizeId === null ? (
        <button
          type="button"
          className={styles.picture}
          aria-label={t("Images of {name}", { name: row.name })}
          onClick={onOpenPictures}
        >
          <Picture src={row.image} alt="" width={64} height={64} sizes="64px" />
        </button>
      ) : null}
      <button type="button" className={styles.name} onClick={onOpen}>
        {partlyHidden(
          row.sizeId === null
            ? t("<hidden>Edit </hidden><strong>{name}</strong>", { name: row.name })
            : t("<hidden>Edit {name}, size </hidden><strong>{label}</strong>", { name: row.name, label: row.label }),
        )}
        {details.length > 0 ? <span className={styles.details}>{details.join(" · ")}</span> : null}
      </button>
      <button type="button" className={styles.value} onClick={onOpen}>
        <HiddenText>{t("Price of {name}: ", { name })}</HiddenText>
        <span>
          {discount === "" ? (
            price
          ) : (
            <>
              <strong>{discount}</strong> <s className={textStyles.soft}>{price}</s>
            </>
          )}
        </span>
        <Mark state={states?.price} />
      </button>
      {left !== null ? (
        <StockStepper
          name={name}
          count={left}
          isLow={left <= lowStockAt}
          isSaving={states?.stock?.kind === "saving"}
          onCount={onCount}
        />
      ) : row.sizeCount > 0 && row.availability !== "sold_out" ? null : (
        <button
          type="button"
          className={styles.value}
          data-out={row.availability === "sold_out" || undefined}
          onClick={onOpen}
        >
          <HiddenText>{t("Stock of {name}: ", { name })}</HiddenText>
          {cellLabel(row, "stock")}
          <Mark state={states?.stock} />
        </button>
      )}
    </>
  );
}

function Mark({ state }: { state: RowStates["price"] }) {
  if (state === undefined) return null;
  const isSaved = state.kind === "saved";
  return (
    <span className={styles.mark} data-kind={state.kind}>
      {state.kind === "saving" ? "…" : <Icon name={isSaved ? "check" : "warning"} />}
      <HiddenText>{isSaved ? t("saved") : state.kind === "saving" ? t("is being saved") : t("not saved")}</HiddenText>
    </span>
  );
}
