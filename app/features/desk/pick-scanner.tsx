import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listItemCodes, listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useScanner } from "#app/features/scanning/use-scanner.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import type { PickLine } from "./desk-queries.ts";
import styles from "./pick-scanner.module.css";
import { lineOfCode, otherResult, type ScanResult } from "./scan-line.ts";

/**
 * Picks lines by scanner or camera, and alerts about a wrong product. Hidden while no product of the list has a code.
 */
export function PickScanner({
  lines,
  picked,
  onPick,
}: {
  lines: readonly PickLine[];
  picked: ReadonlySet<number>;
  onPick: (lineId: number) => void;
}) {
  const productIds = [...new Set(lines.map(({ productId }) => productId))].sort((one, other) => one - other);
  const { data: codes = [] } = useQuery(
    {
      queryKey: readKey("pick-list-codes", ...productIds),
      queryFn: () => listItemCodes(getBrowserData(), productIds),
      retry: false,
    },
    queryClient,
  );
  const hasCodes = codes.some(({ barcodeKey, sku }) => barcodeKey !== "" || sku !== "");
  // The key makes a repeated message a new one for screen readers.
  const [result, setResult] = useState<(ScanResult & { key: number }) | null>(null);

  function show(found: ScanResult) {
    if (found.lineId !== null) onPick(found.lineId);
    if (found.kind === "alert") navigator.vibrate?.([200, 100, 200]);
    setResult((before) => ({ ...found, key: (before?.key ?? 0) + 1 }));
  }

  async function handleScan(code: string) {
    const known = lineOfCode(code, lines, codes, picked);
    if (known !== null) return show(known);
    // Without a connection it is still known that the code is not of the list.
    const items = await listItemsByCode(getBrowserData(), code).catch(() => null);
    show(otherResult(code, lines, items, picked));
  }

  useScanner((code) => void handleScan(code), hasCodes);

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
        <ScanButton title="Scan products" onScan={(code) => void handleScan(code)}>
          {message}
        </ScanButton>
      </div>
      {message}
    </>
  );
}
