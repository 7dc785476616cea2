import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import type { ZipAnswer } from "./zip-answer.ts";

/** What delivery to a ZIP code costs. @param zip of five digits. @throws when the shop cannot be asked */
export async function checkZip(data: BrowserData, zip: string): Promise<ZipAnswer> {
  const row = await readWithRetries(["zip", zip], async () =>
    rowsOf(await data.rest.rpc("check_delivery", { zip }).single()),
  );
  if (!row) throw new Error("The ZIP code was not answered.");
  return {
    zip,
    city: row.city,
    miles: row.miles,
    outcome: row.outcome as ZipAnswer["outcome"],
    feeCents: row.fee === null ? null : centsFrom(row.fee),
    freeFromCents: row.free_from === null ? null : centsFrom(row.free_from),
    leastOrderCents: centsFrom(row.least_order ?? 0),
  };
}
