import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { useProductSearch } from "#app/features/catalog/product-finder.tsx";
import { listFirstProducts } from "#app/features/catalog/product-queries.ts";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { unexpectedWeight } from "#app/features/scanning/typed-weight.ts";
import { useHasCodes, useScanner } from "#app/features/scanning/use-scanner.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { useEventListener } from "#app/ui/use-event-listener.ts";
import { readScan } from "#app/values/barcode.ts";
import { errorText } from "#app/values/error-text.ts";
import { findPosItems, type LabeledItem } from "./pos-items-by-code.ts";
import { type PosItem, posProductsOf, productName, timesTyped } from "./pos-order.ts";
import styles from "./till.module.css";
import { Shelves, Tiles } from "./till-tiles.tsx";

const MAX_FOUND = 8;

/** Text on a printed receipt's barcode; opens the return of its sale. */
const RECEIPT_CODE = /^S(\d{4,})$/i;

/**
 * Field that listens to a scanner and to typed names, over tiles of the best sellers. Enter takes the first hit; `3 *`
 * adds three.
 */
export function ProductFinder({
  status,
  onAdd,
  onReceipt,
  onStatus,
  onTake,
}: {
  /** Result of the last step. */
  status: { text: string; isProblem: boolean };
  onAdd: (item: PosItem, pounds: number | null, quantity: number) => void;
  /** Called with the number of the order whose receipt was scanned. */
  onReceipt: (orderNumber: number) => void;
  onStatus: (text: string, isProblem?: boolean) => void;
  /** Called for Enter in the empty field. */
  onTake: () => void;
}) {
  const [shelf, setShelf] = useState<string | null>(null);
  /** Product of which a size is chosen. */
  const [sized, setSized] = useState<PosItem[] | null>(null);
  const canScan = useHasCodes();
  const search = useProductSearch(findItems, { wordsOf: (typed) => timesTyped(typed).words });
  const { quantity } = timesTyped(search.typed);

  function add(item: PosItem, pounds: number | null = null, times = quantity) {
    search.setTyped("");
    setSized(null);
    onAdd(item, pounds, times);
  }

  /** Adds a weighed piece; asks for its weight if the label is far from the usual one. */
  function addLabeled({ item, pounds }: LabeledItem) {
    const message = item.weight && unexpectedWeight(productName(item), pounds, item.weight);
    add(item, message ? null : pounds);
    if (message) onStatus(t("{message} The label says {pounds}.", { message, pounds: poundsText(pounds) }), true);
  }

  async function handleCode(code: string, times = quantity) {
    search.setTyped("");
    const receipt = RECEIPT_CODE.exec(code);
    if (receipt) return onReceipt(Number(receipt[1]));
    const result = await findPosItems(getBrowserData(), code).catch((error: unknown) => ({
      problem: errorText(error),
    }));
    if ("problem" in result) return onStatus(result.problem, true);
    if ("pounds" in result) return addLabeled(result);
    const [item, ...others] = result.items;
    if (others.length === 0) return add(item, null, times);
    setSized([...result.items]);
    onStatus(t("{name}: select the size.", { name: item.name }), true);
  }

  useScanner((code) => void handleCode(code));

  async function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape") search.setTyped("");
    if (event.key !== "Enter") return;
    event.preventDefault();
    // A scanner types faster than the page renders.
    const { quantity: times, words: entered } = timesTyped(event.currentTarget.value);
    const code = readScan(entered);
    if (RECEIPT_CODE.test(code) || (canScan && /\d{4}/.test(code) && !/\s/.test(code))) return handleCode(code, times);
    if (entered === "") return onTake();
    try {
      const items = (search.foundKey === entered && search.items) || (await findItems(entered));
      const first = items.find(({ isSoldOut }) => !isSoldOut);
      if (first) add(first, null, times);
      else onStatus(t("No products match."), true);
    } catch {
      onStatus(notLoadedText(), true);
    }
  }

  const shownItems = sized ?? search.items;
  return (
    <search aria-label={t("Products")} className={styles.finder}>
      <div className={styles.fieldRow}>
        <FinderField
          typed={search.typed}
          onType={(text) => {
            search.setTyped(text);
            setSized(null);
          }}
          onKey={(event) => void handleKey(event)}
        />
        {canScan ? (
          <ScanButton title={t("Scan products")} onScan={(code) => void handleCode(code)}>
            {status.text ? (
              <FormMessage kind={status.isProblem ? "error" : "success"}>{status.text}</FormMessage>
            ) : null}
          </ScanButton>
        ) : null}
      </div>
      <p role="status" className={styles.status} data-problem={status.isProblem || undefined}>
        {search.problem === null ? status.text : notLoadedText()}
      </p>
      <Shelves
        chosen={shownItems === null ? shelf : undefined}
        onChoose={(prefix) => {
          setShelf(prefix);
          search.setTyped("");
          setSized(null);
        }}
      />
      <Tiles shelf={shelf} items={shownItems} onAdd={(item) => add(item)} onSize={setSized} />
    </search>
  );
}

const notLoadedText = () => t("We couldn't load the products. Type again.");

function findItems(entered: string): Promise<PosItem[]> {
  return readWithRetries(["till-products", entered], async () =>
    (await listFirstProducts(getBrowserData().rest, entered, MAX_FOUND)).flatMap(posProductsOf),
  );
}

function FinderField({
  typed,
  onType,
  onKey,
}: {
  typed: string;
  onType: (typed: string) => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const attach = useCallback((element: HTMLInputElement | null) => {
    field.current = element;
    if (matchMedia("(pointer: fine)").matches) element?.focus();
  }, []);

  /** Keys typed anywhere go to the field. A touch screen's keyboard stays closed until the field is touched. */
  useEventListener("keydown", (event) => {
    const isFree = event.target === document.body || (event.target as Element | null)?.closest("[data-till] button");
    if (!isFree || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key.length === 1 && event.key !== " ") field.current?.focus();
  });

  return (
    <input
      ref={attach}
      type="search"
      className={styles.field}
      aria-label={t("Scan, name, or number")}
      placeholder={t("Scan, name, or number")}
      autoComplete="off"
      autoCapitalize="off"
      enterKeyHint="done"
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  );
}
