import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { readShopDay, shopDayOf } from "#app/values/shop-clock.ts";

/** Link to orders of earlier days that need work. */
export interface WaitingOrders {
  text: string;
  /** Path of the page that handles them. */
  address: string;
}

const IN_HAND = ["paid", "preparing"] as const satisfies readonly OrderStatus[];

/** Returns the orders of earlier days that need work, for managers: one entry per status that has some. */
export async function listWaitingOrders(data: BrowserData, now: Date, timeZone: string): Promise<WaitingOrders[]> {
  const today = shopDayOf(now, timeZone);
  const startsAt = readShopDay(today, timeZone)?.startsAt ?? now.toISOString();
  const counts = await Promise.all(IN_HAND.map((status) => countBefore(data, status, startsAt)));
  return IN_HAND.flatMap((status, place) => {
    const count = counts[place] ?? 0;
    return count > 0 ? [{ text: waitingText(status, count), address: "/desk" }] : [];
  });
}

export function waitingText(status: (typeof IN_HAND)[number], count: number): string {
  return status === "paid"
    ? t(
        "{count, plural, one {# paid order from earlier days is waiting} other {# paid orders from earlier days are waiting}}",
        { count },
      )
    : t(
        "{count, plural, one {# order from earlier days is being prepared} other {# orders from earlier days are being prepared}}",
        { count },
      );
}

async function countBefore(data: BrowserData, status: OrderStatus, startsAt: string): Promise<number> {
  return readWithRetries(["waiting-orders", status, startsAt], async () => {
    const answer = await data.rest
      .from("orders")
      .select("id", { count: "exact", head: true })
      .eq("status", status)
      .lt("created_at", startsAt);
    rowsOf(answer);
    return answer.count ?? 0;
  });
}
