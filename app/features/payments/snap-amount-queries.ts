import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";

/** Returns how much of each order SNAP EBT may pay, in cents. For packers; omits orders that they may not see. */
export async function listSnapAmounts(
  { rest }: BrowserData,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readWithRetries(["snap-amounts", ...orderIds], async () =>
    rowsOf(await rest.rpc("list_snap_amounts", { order_ids: [...orderIds] })),
  );
  return new Map((rows ?? []).map(({ order_id, amount }) => [order_id, centsFrom(amount)]));
}
