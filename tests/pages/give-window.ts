import type { TestShop } from "../running-shop.ts";

/** Gives the order a slot tomorrow, regardless of the store's hours. */
export async function giveWindow(shop: TestShop, orderId: string, from = "10:00", until = "11:00"): Promise<void> {
  await shop.withoutTriggers`
    update public.orders
    set window_starts_at = ((now() at time zone 'America/Chicago')::date + 1 + ${from}::time) at time zone 'America/Chicago',
      window_ends_at = ((now() at time zone 'America/Chicago')::date + 1 + ${until}::time) at time zone 'America/Chicago',
      window_reserved_until = now() + interval '15 minutes'
    where id = ${orderId}`;
}
