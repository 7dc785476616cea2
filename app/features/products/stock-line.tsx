import { useState } from "react";
import { Link } from "react-router";
import { type ProductPicture, productPath } from "#app/features/catalogue/product.ts";
import { PicturesDialog } from "#app/features/images/pictures-dialog.tsx";
import { listPictures } from "#app/features/images/product-pictures.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { duplicateProduct, removeDuplicate } from "./duplicate-product.ts";
import { type Stock, saveHidden, savePrices, saveStock } from "./save-stock.ts";
import { PriceForm, StockForm } from "./stock-forms.tsx";
import { priceText, stockOf, stockText } from "./stock-labels.ts";
import styles from "./stock-line.module.css";
import type { StockItem } from "./stock-queries.ts";

interface LineProps {
  item: StockItem;
  onChanged: () => Promise<void>;
}

type Command = () => Promise<string | null>;

/** Row of the stock page: price and stock change with one tap, and each change can be undone. */
export function StockLine({ item, onChanged }: LineProps) {
  const [open, setOpen] = useState<"price" | "stock" | null>(null);
  const [pictures, setPictures] = useState<ProductPicture[] | null>(null);
  const { isBusy, run } = useAttempt();
  const data = getBrowserData();

  /** @returns the message on failure, null on success */
  async function change(text: string, command: Command, undo: Command): Promise<string | null> {
    const rejection = await command();
    await onChanged();
    if (rejection !== null) return rejection;
    showToast({ kind: "success", text, action: { label: "Undo", onPress: () => void undoChange(undo) } });
    return null;
  }

  async function undoChange(undo: Command) {
    const rejection = await undo();
    await onChanged();
    showToast(
      rejection === null ? { kind: "success", text: `${item.name} restored.` } : { kind: "error", text: rejection },
    );
  }

  function tap(text: string, command: Command, undo: Command) {
    return run(async () => {
      const rejection = await change(text, command, undo);
      if (rejection !== null) showToast({ kind: "error", text: rejection });
      return null;
    });
  }

  function handleDuplicate() {
    return run(async () => {
      const made = await duplicateProduct(data, item);
      await onChanged();
      if (made.kind === "rejected") {
        showToast({ kind: "error", text: made.message });
        return null;
      }
      const copy = { id: made.id, name: `The copy of ${item.name}` };
      showToast({
        kind: "success",
        text: `${copy.name} added under Hidden.`,
        action: { label: "Undo", onPress: () => void undoChange(() => removeDuplicate(data, copy)) },
      });
      return null;
    });
  }

  function handlePictures() {
    return run(async () => {
      const pictures = await listPictures(data, item.id).catch(() => null);
      if (pictures === null) showToast({ kind: "error", text: "We couldn't load the images. Try again." });
      setPictures(pictures);
      return null;
    });
  }

  const isOut = item.availability === "sold_out";
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <div className={styles.picture}>
          <Picture src={item.image} alt="" width={88} height={88} />
        </div>
        <div>
          <Link to={productPath(item)} className={styles.name}>
            {item.name}
          </Link>
          <p className={styles.soft}>{item.sizes.length > 0 ? `${item.sizes.length} sizes` : item.size}</p>
          {item.isLow ? <p className={styles.low}>Low stock</p> : null}
        </div>
      </div>
      <div className={styles.taps}>
        <Button
          size="small"
          variation="secondary"
          aria-expanded={open === "price"}
          onClick={() => setOpen(open === "price" ? null : "price")}
        >
          <HiddenText>Price of {item.name}: </HiddenText>
          {priceText(item)}
        </Button>
        <Button
          size="small"
          variation="secondary"
          aria-expanded={open === "stock"}
          onClick={() => setOpen(open === "stock" ? null : "stock")}
        >
          <HiddenText>Stock of {item.name}: </HiddenText>
          {stockText(item)}
        </Button>
        <Button
          size="small"
          variation="secondary"
          disabled={isBusy}
          onClick={() => {
            const before = stockOf(item);
            const after: Stock = isOut
              ? {
                  availability: item.stockCount === null ? "available" : "counted",
                  stockCount: item.stockCount,
                }
              : { availability: "sold_out", stockCount: item.stockCount };
            return tap(
              isOut ? `${item.name} is back in stock.` : `${item.name} is sold out.`,
              () => saveStock(data, item, before, after),
              () => saveStock(data, item, after, before),
            );
          }}
        >
          {isOut ? "Back in stock" : "Sold out"}
          <HiddenText> {item.name}</HiddenText>
        </Button>
        <Button
          size="small"
          variation="secondary"
          disabled={isBusy}
          onClick={() =>
            tap(
              item.isHidden ? `${item.name} is visible again.` : `${item.name} is hidden.`,
              () => saveHidden(data, item, !item.isHidden),
              () => saveHidden(data, item, item.isHidden),
            )
          }
        >
          {item.isHidden ? "Show" : "Hide"}
          <HiddenText> {item.name}</HiddenText>
        </Button>
        <Button size="small" variation="secondary" disabled={isBusy} onClick={handleDuplicate}>
          Duplicate<HiddenText> {item.name}</HiddenText>
        </Button>
        <Button size="small" variation="secondary" disabled={isBusy} onClick={handlePictures}>
          Images<HiddenText> of {item.name}</HiddenText>
        </Button>
      </div>
      {open === "price" ? (
        <PriceForm
          item={item}
          onSend={async (after) => {
            const rejection = await change(
              item.isOnTimedOffer
                ? `${item.name}: ${priceText(after)}. Its offer continues.`
                : `${item.name} costs ${priceText(after)} now.`,
              () => savePrices(data, item, item.regularPrices, after),
              () => savePrices(data, item, after, item.regularPrices),
            );
            if (rejection === null) setOpen(null);
            return rejection;
          }}
        />
      ) : null}
      {open === "stock" ? (
        <StockForm
          item={item}
          onSend={async (after) => {
            const before = stockOf(item);
            const rejection = await change(
              `${item.name}: ${stockText(after)}.`,
              () => saveStock(data, item, before, after),
              () => saveStock(data, item, after, before),
            );
            if (rejection === null) setOpen(null);
            return rejection;
          }}
        />
      ) : null}
      {pictures ? (
        <PicturesDialog
          product={{ id: item.id, name: item.name, pictures }}
          onSaved={onChanged}
          onClose={() => setPictures(null)}
        />
      ) : null}
    </li>
  );
}
