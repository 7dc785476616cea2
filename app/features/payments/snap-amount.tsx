import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { useRead } from "#app/platform/use-read.ts";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";

/**
 * Part of an order that SNAP EBT may pay; renders nothing without eligible products.
 * @param cents absent if unknown
 */
export function SnapAmount({ cents = 0 }: { cents: number | undefined }) {
  return cents === 0 ? null : <p>{t("SNAP eligible: {amount}", { amount: moneyText(cents) })}</p>;
}

/**
 * {@link SnapAmount} of one order, for a store that accepts SNAP EBT.
 * @param version version of the order; a change reads the amount again
 */
export function CurrentSnapAmount({ orderId, version }: { orderId: string; version: string }) {
  const { acceptsSnap } = useStoreSettings();
  const { data, isError, refetch } = useRead(
    ["snap-amounts", orderId, version],
    () => listSnapAmounts(getBrowserData(), [orderId]),
    { enabled: acceptsSnap },
  );
  return isError ? (
    <FailedRead text={t("We couldn't load the SNAP eligible amount.")} onRetry={refetch} />
  ) : (
    <SnapAmount cents={data?.get(orderId)} />
  );
}

/** Returns how much of each order SNAP EBT may pay, in cents. For packers; omits orders that they may not see. */
export async function listSnapAmounts(
  { rest }: BrowserData,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(["snap-amounts", ...orderIds], () =>
    rest.rpc("list_snap_amounts", { order_ids: [...orderIds] }),
  );
  return new Map(rows.map(({ order_id, amount }) => [order_id, centsFrom(amount)]));
}
