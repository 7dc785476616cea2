import { useEffect, useRef, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { errorText } from "#app/values/error-text.ts";
import { moneyText } from "#app/values/money.ts";
import { findProducts } from "./create-order.ts";
import styles from "./point-of-sale.module.css";
import { type PosItem, posProductsOf, productKey, productName } from "./pos-order.ts";

const PAUSE_MS = 200;

type Found = { words: string; goods: PosItem[] } | { words: string; problem: string };

/** Product search while typing; choosing a result adds it to the order and clears the search. */
export function ProductSearch({ onAdd }: { onAdd: (goods: PosItem) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const words = typed.trim();

  useEffect(() => {
    if (words === "") return;
    let isWanted = true;
    const timer = setTimeout(() => {
      findProducts(getBrowserData(), words).then(
        (products) => isWanted && setFound({ words, goods: products.flatMap(posProductsOf) }),
        (error: unknown) => isWanted && setFound({ words, problem: errorText(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);

  function handleAdd(goods: PosItem) {
    onAdd(goods);
    // The list closes with its button, which shows the order below again.
    setTyped("");
    field.current?.focus();
  }

  // Earlier results stay while the next search loads, so that the list does not jump.
  const shown = words === "" ? null : found;
  return (
    <search aria-label="Products">
      <TextField
        ref={field}
        label="Add product"
        type="search"
        placeholder="Name"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
      />
      {shown && "problem" in shown ? <FormMessage>{shown.problem}</FormMessage> : null}
      {shown && "goods" in shown ? (
        <ul className={styles.found} aria-label="Found products">
          {shown.goods.map((goods) => (
            <li key={productKey(goods)} className={styles.line}>
              <span className={styles.name}>
                {productName(goods)}
                <span className={styles.price}>{moneyText(goods.unitPriceCents)}</span>
              </span>
              {goods.isSoldOut ? (
                <span className={styles.soldOut}>Sold out</span>
              ) : (
                <Button size="small" variation="secondary" onClick={() => handleAdd(goods)}>
                  Add<HiddenText> {productName(goods)}</HiddenText>
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status" className={styles.status}>
        {shown && "goods" in shown && shown.words === words && shown.goods.length === 0 ? "No products match." : ""}
      </div>
    </search>
  );
}
