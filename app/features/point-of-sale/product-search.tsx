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

type Found = { words: string; items: PosItem[] } | { words: string; problem: string };

/** Product search while typing; choosing a result adds it to the order and clears the search. */
export function ProductSearch({ onAdd }: { onAdd: (item: PosItem) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const words = typed.trim();

  useEffect(() => {
    if (words === "") return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      findProducts(getBrowserData(), words).then(
        (products) => isCurrent && setFound({ words, items: products.flatMap(posProductsOf) }),
        (error: unknown) => isCurrent && setFound({ words, problem: errorText(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words]);

  function handleAdd(item: PosItem) {
    onAdd(item);
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
      {shown && "items" in shown ? (
        <ul className={styles.found} aria-label="Found products">
          {shown.items.map((item) => (
            <li key={productKey(item)} className={styles.line}>
              <span className={styles.name}>
                {productName(item)}
                <span className={styles.price}>{moneyText(item.unitPriceCents)}</span>
              </span>
              {item.isSoldOut ? (
                <span className={styles.soldOut}>Sold out</span>
              ) : (
                <Button size="small" variation="secondary" onClick={() => handleAdd(item)}>
                  Add<HiddenText> {productName(item)}</HiddenText>
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status" className={styles.status}>
        {shown && "items" in shown && shown.words === words && shown.items.length === 0 ? "No products match." : ""}
      </div>
    </search>
  );
}
