import { keepPreviousData } from "@tanstack/react-query";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { categories } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { PlainButton } from "#app/ui/button.tsx";
import { keepInView } from "#app/ui/element-refs.ts";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { moneyText } from "#app/values/money.ts";
import { listBestSellers } from "./create-order.ts";
import { type PosItem, posProductsOf, productKey, productName } from "./pos-order.ts";
import styles from "./till.module.css";

const TILE_COUNT = 24;

export function Shelves({
  chosen,
  onChoose,
}: {
  chosen: string | null | undefined;
  onChoose: (shelf: string | null) => void;
}) {
  const shelves = [{ prefix: null, label: t("Best sellers") }].concat(
    categories.map(({ prefix, menuLabel }) => ({ prefix: prefix as never, label: menuLabel() })),
  );
  return (
    <fieldset className={styles.shelves} aria-label={t("Shelves")}>
      {shelves.map(({ prefix, label }) => (
        <button
          key={label}
          type="button"
          className={styles.shelf}
          aria-pressed={chosen === prefix}
          onFocus={({ currentTarget }) => keepInView(currentTarget)}
          onClick={() => onChoose(prefix)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The products that were found; without a search those of the shelf. */
export function Tiles({
  shelf,
  items,
  onAdd,
  onSize,
}: {
  shelf: string | null;
  items: readonly PosItem[] | null;
  onAdd: (item: PosItem) => void;
  onSize: (items: PosItem[]) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const tiles = useRead(
    ["till-shelf", shelf],
    () => listBestSellers(getBrowserData(), { category: shelf, count: shelf === null ? TILE_COUNT : 100 }),
    { placeholderData: keepPreviousData },
  );

  /** Moves the focus to the first tile if the pressed one makes room for other tiles. */
  function press(change: () => void) {
    const hasFocus = list.current?.contains(document.activeElement);
    flushSync(change);
    if (hasFocus) focusNear(list.current);
  }

  function handleTile(product: ProductSummary) {
    const items = posProductsOf(product);
    const [item] = items;
    if (item && items.length === 1) return onAdd(item);
    onSize(items);
  }

  if (!items && tiles.isError) {
    return <FailedRead text={t("We couldn't load the products.")} onRetry={tiles.refetch} />;
  }
  if (!items && tiles.isPending) return <Spinner />;
  return (
    <ul
      ref={list}
      className={styles.tiles}
      aria-label={items ? t("Found products") : t("Products of the shelf")}
      aria-busy={tiles.isPlaceholderData}
    >
      {items
        ? items.map((item) => (
            <Tile
              key={productKey(item)}
              item={item}
              name={productName(item)}
              onPress={() => press(() => onAdd(item))}
            />
          ))
        : (tiles.data ?? []).map((product) => {
            const [item] = posProductsOf(product);
            return item ? (
              <Tile
                key={product.id}
                item={{ ...item, isSoldOut: product.isSoldOut, imageUrl: product.image }}
                name={product.name}
                onPress={() => press(() => handleTile(product))}
              />
            ) : null;
          })}
    </ul>
  );
}

function Tile({ item, name, onPress }: { item: PosItem; name: string; onPress: () => void }) {
  const { imageUrl, weight, unitPriceCents, isSoldOut } = item;
  const price = weight ? `${moneyText(weight.perPoundCents)}/lb` : moneyText(unitPriceCents);
  return (
    <li>
      <PlainButton
        className={styles.tile}
        data-weighed={weight !== null || undefined}
        disabled={isSoldOut}
        onClick={onPress}
      >
        <span className={styles.tilePicture}>
          <Picture src={imageUrl} alt="" width={200} height={200} />
        </span>
        <span className={styles.tileName}>
          <HiddenText>{t("Add")} </HiddenText>
          {name}
        </span>
        <span className={styles.tilePrice}>{isSoldOut ? t("Sold out") : price}</span>
      </PlainButton>
    </li>
  );
}
