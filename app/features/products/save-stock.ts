import type { Availability } from "#app/features/catalogue/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { amountFrom } from "#app/values/money.ts";

/**
 * Values that the stock page changes with one tap, with the previous ones, so that the same command undoes the change.
 */
export interface Prices {
  priceCents: number;
  discountPriceCents: number | null;
}

export interface Stock {
  availability: Availability;
  /** Stock of a counted product; null if it is not counted, or has no count yet. */
  stockCount: number | null;
}

export type Rejection = string | null;
export type Named = { id: number; name: string };

export const meanwhile = ({ name }: Named) => `${name} was just changed. Check it again.`;

/**
 * Saves the regular prices.
 * @returns the message on failure, also if another person has changed the price since
 */
export async function savePrices(data: BrowserData, product: Named, before: Prices, after: Prices): Promise<Rejection> {
  const known = data.rest
    .from("products")
    .update({ price: amountFrom(after.priceCents), discount_price: dollars(after.discountPriceCents) })
    .eq("id", product.id)
    .eq("price", amountFrom(before.priceCents));
  const { data: saved, error } = await (before.discountPriceCents === null
    ? known.is("regular_discount_price", null)
    : known.eq("regular_discount_price", amountFrom(before.discountPriceCents))
  ).select("id");
  if (error) return unsaved(product, error);
  return saved.length > 0 ? null : meanwhile(product);
}

/**
 * Saves the count before the availability, so that a counted product is never sold out in between.
 * @returns the message on failure, null on success
 */
export async function saveStock(data: BrowserData, product: Named, before: Stock, after: Stock): Promise<Rejection> {
  if (after.availability === "counted" && after.stockCount !== null && after.stockCount !== before.stockCount) {
    const table = data.rest.from("product_stock");
    const row = { stock_count: after.stockCount };
    const { data: counted, error } =
      before.stockCount === null
        ? await table.upsert({ product_id: product.id, ...row }).select("product_id")
        : // A sale meanwhile is not undone.
          await table
            .update(row)
            .eq("product_id", product.id)
            .eq("stock_count", before.stockCount)
            .select("product_id");
    if (error) return unsaved(product, error);
    if (counted.length === 0) return `${product.name} was just bought. Check its quantity again.`;
  }
  const { data: saved, error } = await data.rest
    .from("products")
    .update({ availability: after.availability })
    .eq("id", product.id)
    .eq("availability", before.availability)
    .select("id");
  if (error) return unsaved(product, error);
  return saved.length > 0 ? null : meanwhile(product);
}

/**
 * Hides or shows a product. Hidden products are not for sale; existing orders keep their lines.
 * @returns the message on failure, null on success
 */
export async function saveHidden(data: BrowserData, product: Named, isHidden: boolean): Promise<Rejection> {
  const { data: saved, error } = await data.rest
    .from("products")
    // "now" is the database's own.
    .update({ archived_at: isHidden ? "now" : null })
    .eq("id", product.id)
    .select("id");
  if (error) return unsaved(product, error);
  return saved.length > 0 ? null : meanwhile(product);
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : amountFrom(cents);
}

export function unsaved({ name }: Named, error: { message: string }): string {
  console.error(error);
  return `We couldn't change ${name}. Try again.`;
}
