import { useNavigate } from "react-router";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useHasCodes } from "#app/features/scanning/use-has-codes.ts";
import { useScanner } from "#app/features/scanning/use-scanner.ts";
import { t } from "#app/messages/t.ts";
import { tableAddress, tableFilterFrom } from "./table-filter.ts";

/** Finds the product of a scanned code, even a hidden one. Not rendered while no product has a code. */
export function FindByCode() {
  const navigate = useNavigate();
  const canScan = useHasCodes();

  function handleScan(code: string) {
    void navigate(tableAddress({ ...tableFilterFrom(new URLSearchParams({ status: "every" })), words: code }));
  }

  useScanner(handleScan, canScan);

  return canScan ? <ScanButton title={t("Find a product")} isSingle onScan={handleScan} /> : null;
}
