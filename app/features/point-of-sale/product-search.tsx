import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useHasCodes } from "#app/features/scanning/use-has-codes.ts";
import { useScanner } from "#app/features/scanning/use-scanner.ts";
import { unexpectedWeight } from "#app/features/weighing/unexpected-weight.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { readScan } from "#app/values/barcode.ts";
import { errorText } from "#app/values/error-text.ts";
import { moneyText } from "#app/values/money.ts";
import { poundsText } from "#app/values/sold-by-weight.ts";
import { findProducts } from "./create-order.ts";
import styles from "./point-of-sale.module.css";
import { findPosItems, type LabeledItem } from "./pos-items-by-code.ts";
import { type PosItem, posProductsOf, productKey, productName } from "./pos-order.ts";

const PAUSE_MS = 200;

type Found = { words: string; items: PosItem[] } | { words: string; problem: string };

/** Result of the last scan; `key` changes with each scan, so that screen readers announce a repeated message. */
type Scanned = { key: number; text: string; isProblem: boolean };

/**
 * Product search while typing; choosing a result adds it to the order and clears the search. A scanned barcode adds its
 * product immediately, even with the focus in the search field; a scale label also sets the weight.
 * @param onAdd returns whether the product was added immediately
 */
export function ProductSearch({ onAdd }: { onAdd: (item: PosItem, pounds: number | null) => boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const canScan = useHasCodes();
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
    onAdd(item, null);
    // The list closes, so move the focus from its button to the search field.
    setTyped("");
    field.current?.focus();
  }

  function report(text: string, isProblem: boolean) {
    setScanned((before) => ({ text, isProblem, key: (before?.key ?? 0) + 1 }));
  }

  /** Adds a weighed piece; without its weight if the label is far from the usual one. */
  function addLabeled({ item, pounds }: LabeledItem) {
    const [name, weight] = [productName(item), poundsText(pounds)];
    const message = item.weight && unexpectedWeight(name, pounds, item.weight);
    const isAdded = onAdd(item, message ? null : pounds);
    if (message) report(t("{message} The label says {pounds}.", { message, pounds: weight }), true);
    else if (isAdded) report(t("{pounds} of {name} added.", { pounds: weight, name }), false);
    else setScanned(null);
  }

  async function handleScan(code: string) {
    setTyped("");
    const result = await findPosItems(getBrowserData(), code).catch((error: unknown) => ({
      problem: errorText(error),
    }));
    if ("problem" in result) return report(result.problem, true);
    if ("pounds" in result) return addLabeled(result);
    const [item, ...others] = result.items;
    if (others.length > 0) {
      // Several matches, such as sizes: search for the name, so that the list shows them.
      setTyped(item.name);
      return report(t("{name}: select the size.", { name: item.name }), true);
    }
    if (onAdd(item, null)) report(t("{name} added.", { name: productName(item) }), false);
    else setScanned(null);
  }

  useScanner((code) => void handleScan(code), canScan);

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter") return;
    // Enter would submit the form.
    event.preventDefault();
    const code = readScan(event.currentTarget.value);
    // Names are searched while typing.
    if (canScan && /\d/.test(code) && !/\s/.test(code)) void handleScan(code);
  }

  const result =
    scanned === null ? null : (
      <FormMessage key={scanned.key} kind={scanned.isProblem ? "error" : "success"}>
        {scanned.text}
      </FormMessage>
    );

  // Keep the earlier results while the next search loads, so that the list does not jump.
  const shown = words === "" ? null : found;
  return (
    <search aria-label={t("Products")}>
      <TextField
        ref={field}
        label={t("Add product")}
        type="search"
        placeholder={canScan ? t("Name or barcode") : t("Name")}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {canScan ? (
        <div className={styles.scan}>
          <ScanButton title={t("Scan products")} onScan={(code) => void handleScan(code)}>
            {result}
          </ScanButton>
        </div>
      ) : null}
      {scanned?.isProblem ? result : null}
      {shown && "problem" in shown ? <FormMessage>{shown.problem}</FormMessage> : null}
      {shown && "items" in shown ? (
        <ul className={styles.found} aria-label={t("Found products")}>
          {shown.items.map((item) => (
            <li key={productKey(item)} className={styles.line}>
              <span className={styles.name}>
                {productName(item)}
                <span className={styles.price}>
                  {item.weight ? `${moneyText(item.weight.perPoundCents)}/lb` : moneyText(item.unitPriceCents)}
                </span>
              </span>
              {item.isSoldOut ? (
                <span className={styles.soldOut}>{t("Sold out")}</span>
              ) : (
                <Button size="small" variation="secondary" onClick={() => handleAdd(item)}>
                  {nodes(t("Add<hidden> {name}</hidden>", { name: productName(item) }), {
                    hidden: (words) => <HiddenText>{words}</HiddenText>,
                  })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status" className={styles.status}>
        {shown && "items" in shown && shown.words === words && shown.items.length === 0 ? t("No products match.") : ""}
      </div>
    </search>
  );
}
