import { type KeyboardEvent, useRef, useState } from "react";
import { FoundProduct, FoundProducts, useProductSearch } from "#app/features/catalog/product-finder.tsx";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useHasCodes, useScanner } from "#app/features/scanning/use-scanner.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { readScan } from "#app/values/barcode.ts";
import { errorText } from "#app/values/error-text.ts";
import { findScannedItem, findStockItems, itemKey, itemName, type StockItem, stockText } from "./stock-item.ts";

/** Result of the last scan; `key` changes with each scan, so that screen readers announce a repeated message. */
type Scanned = { key: number } & ({ item: StockItem } | { problem: string });

/**
 * Search for products and sizes, with their stock. A scanned barcode adds its item immediately, even with the focus in
 * the search field.
 */
export function ItemSearch({
  scanTitle,
  action = t("Add"),
  resultText,
  onAdd,
}: {
  /** Title of the camera dialog. */
  scanTitle: string;
  /** Label of the buttons. */
  action?: string;
  /** Returns the sentence about the last added item, such as "Puna Yam: 3"; null if its line was removed. */
  resultText: (item: StockItem) => string | null;
  onAdd: (item: StockItem) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const canScan = useHasCodes();
  const search = useProductSearch((words) => findStockItems(getBrowserData(), words));

  function report(result: { item: StockItem } | { problem: string }) {
    setScanned((before) => ({ ...result, key: (before?.key ?? 0) + 1 }));
  }

  function handleAdd(item: StockItem) {
    onAdd(item);
    report({ item });
    // The list closes, so move the focus from its button to the search field.
    search.setTyped("");
    field.current?.focus();
  }

  async function handleScan(code: string) {
    search.setTyped("");
    const result = await findScannedItem(getBrowserData(), code).catch((error: unknown) => ({
      problem: errorText(error),
    }));
    if ("item" in result) onAdd(result.item);
    if ("words" in result) search.setTyped(result.words);
    report(result);
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

  const resultTextNow = scanned && ("item" in scanned ? resultText(scanned.item) : scanned.problem);
  const result =
    scanned === null || resultTextNow === null ? null : (
      <FormMessage key={scanned.key} kind={"item" in scanned ? "success" : "error"}>
        {resultTextNow}
      </FormMessage>
    );
  return (
    <Stack as="search" gap={3} canShrink aria-label={t("Products")}>
      <TextField
        ref={field}
        label={t("Find product")}
        type="search"
        placeholder={canScan ? t("Name or barcode") : t("Name")}
        value={search.typed}
        onValue={search.setTyped}
        onKeyDown={handleKey}
      />
      {canScan ? (
        <div>
          <ScanButton title={scanTitle} onScan={(code) => void handleScan(code)}>
            {result}
          </ScanButton>
        </div>
      ) : null}
      {result}
      {search.problem === null ? null : <FormMessage>{search.problem}</FormMessage>}
      {search.items ? (
        <FoundProducts label={t("Found products")}>
          {search.items.map((item) => (
            <FoundProduct
              key={itemKey(item)}
              name={itemName(item)}
              detail={`${stockText(item)}${item.isHidden ? t(" · hidden") : ""}`}
              action={action}
              onChoose={() => handleAdd(item)}
            />
          ))}
        </FoundProducts>
      ) : null}
      <div role="status">{search.isCurrent && search.items?.length === 0 ? t("No products match.") : ""}</div>
    </Stack>
  );
}
