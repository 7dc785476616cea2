import { moneyText } from "#app/values/money.ts";
import type { Stock } from "./save-stock.ts";
import type { ShelfItem } from "./stock-queries.ts";

export type Prices = Pick<ShelfItem, "priceCents" | "discountPriceCents">;

export function priceText({ priceCents, discountPriceCents }: Prices): string {
  return discountPriceCents === null
    ? moneyText(priceCents)
    : `${moneyText(discountPriceCents)} instead of ${moneyText(priceCents)}`;
}

export function stockText({ availability, stockCount }: Stock): string {
  if (availability === "sold_out") return "Sold out";
  return availability === "counted" ? `${stockCount ?? 0} left` : "Available";
}

export function stockOf({ availability, stockCount }: ShelfItem): Stock {
  return { availability, stockCount };
}
