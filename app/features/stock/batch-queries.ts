import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { type Batch, type BatchRow, batchFromRow } from "./batch.ts";

/** Returns batches past their date, or with at most this many days left; the earliest date first. For managers. */
export function listBatches({ rest }: BrowserData, maxDays: number): Promise<Batch[]> {
  return readWithRetries(["batches", maxDays], async () =>
    jsonOf<BatchRow[]>(await rest.rpc("list_batches", { max_days: maxDays })).map(batchFromRow),
  );
}
