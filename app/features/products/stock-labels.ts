import { moneyText } from "#app/values/money.ts";
import type { Stock } from "./save-stock.ts";
import type { StockItem } from "./stock-queries.ts";

export type Prices = Pick<StockItem, "priceCents" | "discountPriceCents">;

export function priceText({ priceCents, discountPriceCents }: Prices): string {
  return discountPriceCents === null
    ? moneyText(priceCents)
    : `${moneyText(discountPriceCents)} instead of ${moneyText(priceCents)}`;
}

export function stockText({ availability, stockCount }: Stock): string {
  if (availability === "sold_out") return "Sold out";
  return availability === "counted" ? `${stockCount ?? 0} left` : "Available";
}

export function stockOf({ availability, stockCount }: StockItem): Stock {
  return { availability, stockCount };
}
