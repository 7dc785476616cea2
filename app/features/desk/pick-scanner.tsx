import { useRef, useState } from "react";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { listItemCodes, listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { readScaleLabel } from "#app/features/scanning/scale-label.ts";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useScanner } from "#app/features/scanning/use-scanner.ts";
import type { WeighResult } from "#app/features/scanning/weight-field.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { errorText } from "#app/values/error-text.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { PickLine } from "./desk-queries.ts";
import styles from "./pick-list.module.css";
import { type LabeledLine, lineOfCode, lineOfLabel, otherResult, type ScanResult } from "./scan-line.ts";

/** Picks lines by scanner or camera, and alerts about a wrong product. Hidden if no product of the list has a code. */
export function PickScanner({
  lines,
  picked,
  onPick,
  save,
}: {
  lines: readonly PickLine[];
  picked: ReadonlySet<number>;
  onPick: (lineId: number) => void;
  /** Saves the weight of a line. */
  save: (lineId: number, pounds: number) => Promise<WeighResult>;
}) {
  const productIds = [...new Set(lines.map(({ productId }) => productId))].sort((one, other) => one - other);
  const {
    data: codes = [],
    isLoadingError,
    refetch,
  } = useRead(["pick-list-codes", ...productIds], () => listItemCodes(getBrowserData(), productIds));
  const hasCodes = codes.some(({ barcodeKey, sku }) => barcodeKey !== "" || sku !== "");
  // The key makes screen readers announce a repeated message.
  const [result, setResult] = useState<(ScanResult & { key: number }) | null>(null);
  /** Pounds on the labels scanned for a line, until each of its units has one. */
  const labels = useRef(new Map<number, readonly number[]>());

  function show(found: ScanResult) {
    if (found.lineId !== null) onPick(found.lineId);
    if (found.kind === "alert") navigator.vibrate?.([200, 100, 200]);
    setResult((before) => ({ ...found, key: (before?.key ?? 0) + 1 }));
  }

  async function weigh({ line, pounds }: LabeledLine): Promise<ScanResult> {
    const name = sizedName(line.name, line.size);
    const all = [...(labels.current.get(line.id) ?? []), pounds];
    if (all.length < line.bagQuantity) {
      labels.current.set(line.id, all);
      const text = t("{pounds} of {name}: label {number} of {total}.", {
        pounds: poundsText(pounds),
        name,
        number: all.length,
        total: line.bagQuantity,
      });
      return { kind: "known", lineId: null, text };
    }
    labels.current.delete(line.id);
    const sum = all.reduce((one, other) => one + other, 0);
    try {
      const weighed = await save(line.id, Math.round(sum * 1000) / 1000);
      return weighed.kind === "done"
        ? {
            kind: "picked",
            lineId: line.id,
            text: t("{name} weighs {pounds} and is in the bag.", { name, pounds: poundsText(sum) }),
          }
        : {
            kind: "alert",
            lineId: null,
            text: t("{message} The label says {pounds}.", { message: weighed.message, pounds: poundsText(sum) }),
          };
    } catch (error) {
      return { kind: "alert", lineId: null, text: errorText(error) };
    }
  }

  async function handleScan(code: string) {
    const known = lineOfCode(code, lines, codes, picked);
    if (known !== null) return show(known);
    const label = readScaleLabel(code);
    const labeled = label && lineOfLabel(label, lines, codes);
    if (labeled) return show("kind" in labeled ? labeled : await weigh(labeled));
    // Works without a connection, too: it is known that the code is not on the list.
    const items = await listItemsByCode(getBrowserData(), code).catch(() => null);
    show(otherResult(code, lines, items, picked));
  }

  useScanner((code) => void handleScan(code), hasCodes);

  if (isLoadingError) {
    return <FailedRead text={t("We couldn't load the barcodes, so scanning is off.")} onRetry={refetch} />;
  }
  if (!hasCodes) return null;
  const message =
    result === null ? null : (
      <p
        key={result.key}
        role={result.kind === "alert" ? "alert" : "status"}
        className={styles.result}
        data-kind={result.kind}
      >
        {result.text}
      </p>
    );
  return (
    <>
      <div>
        <ScanButton title={t("Scan products")} onScan={(code) => void handleScan(code)}>
          {message}
        </ScanButton>
      </div>
      {message}
    </>
  );
}
