import { amountText } from "#app/values/money.ts";
import { shopTimeOf } from "#app/values/shop-clock.ts";
import { offsetMs } from "#app/values/wall-clock.ts";
import type { FeedItem } from "./feed-item.ts";

/** Returns a price as "15.00 USD". */
export function feedPrice(cents: number): string {
  return `${amountText(cents)} USD`;
}

/**
 * Returns the time of a sale as "2026-11-24T13:00-0600/2026-11-29T15:30-0600", in the store's time zone; "" without
 * one.
 * @param separator between hours and minutes of the UTC offset
 */
export function saleDates({ sale }: Pick<FeedItem, "sale">, timeZone: string, separator: "" | ":"): string {
  if (sale === null) return "";
  return [sale.startsAt, sale.endsAt].map((instant) => zonedTime(new Date(instant), timeZone, separator)).join("/");
}

function zonedTime(instant: Date, timeZone: string, separator: string): string {
  const minutes = offsetMs(instant, timeZone) / 60_000;
  const sign = minutes < 0 ? "-" : "+";
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${shopTimeOf(instant, timeZone)}${sign}${hour}${separator}${minute}`;
}
