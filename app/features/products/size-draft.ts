import type { Availability } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { amountFromText } from "#app/values/amount-text.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { itemProblems } from "./item-values.ts";

/** Form values of one size. */
export type SizeDraft = ReturnType<typeof readSizeDrafts>[number];

/** Returns the name of a size's form field. */
export function sizeField(key: string, name: string): string {
  return `size_${key}_${name}`;
}

/** Returns all sizes of the form, in order. */
export function readSizeDrafts(form: FormData) {
  return form.getAll("size_key").map((given) => {
    const key = String(given);
    const text = (name: string) => String(form.get(sizeField(key, name)) ?? "").trim();
    const availability = availabilityFrom(text("availability"));
    return {
      /** Prefix of its field names. */
      key,
      /** Null for a new size. */
      id: text("id") === "" ? null : Number(text("id")),
      label: text("label"),
      /** Null if it has the product's price. */
      priceCents: centsTyped(text("price")),
      discountPriceCents: centsTyped(text("discount_price")),
      priceText: text("price"),
      discountPriceText: text("discount_price"),
      availability,
      stockCount: availability === "counted" ? countTyped(text("stock_count")) : null,
      amountText: text("amount"),
      amount: amountFromText(text("amount")),
      sku: text("sku"),
      barcode: text("barcode"),
      weight: text("weight"),
    };
  });
}

/** Returns error messages by field name. */
export function sizeProblems(sizes: readonly SizeDraft[]): Record<string, string> {
  const problems: Record<string, string> = {};
  const labels = new Set<string>();
  for (const { key, ...size } of sizes) {
    const reject = (name: string, message: string) => {
      problems[sizeField(key, name)] = message;
    };
    const label = size.label.toLowerCase();
    if (label === "") reject("label", t("Enter a name for the size."));
    else if (label.length > 40) reject("label", t("40 characters at most."));
    else if (labels.has(label)) reject("label", t("Another size already has this name."));
    labels.add(label);
    const [price, discountPrice] = [moneyProblem(size.priceText), moneyProblem(size.discountPriceText)];
    if (price) reject("price", price);
    if (discountPrice) reject("discount_price", discountPrice);
    if ((size.priceCents ?? 0) < 0) reject("price", t("A price cannot be negative."));
    if (size.discountPriceCents !== null) {
      if (size.priceCents === null && !price) reject("discount_price", t("Enter a price for this size first."));
      else if (size.discountPriceCents >= (size.priceCents ?? Infinity) || size.discountPriceCents < 0) {
        reject("discount_price", t("The discount price must be below the price."));
      }
    }
    if (size.availability === "counted" && size.stockCount === null) reject("stock_count", countProblem());
    if (size.amountText !== "" && size.amount === null) reject("amount", amountProblem());
    for (const [name, message] of Object.entries(itemProblems({ ...size, vendor: "" }))) reject(name, message);
  }
  return problems;
}

export function countProblem(): string {
  return t("Enter a whole number, 0 or more.");
}

export function amountProblem(): string {
  return t("Enter an amount such as 20 lb, 500 g, or 6 ct.");
}

/** Returns the size as `set_product_sizes` expects it. */
export function sizeDraftRow(size: Omit<SizeDraft, "key" | "priceText" | "discountPriceText" | "amountText">) {
  return {
    id: size.id,
    label: size.label,
    price: amountFrom(size.priceCents),
    discount_price: amountFrom(size.discountPriceCents),
    availability: size.availability,
    amount: size.amount?.value ?? null,
    unit: size.amount?.unit ?? null,
    stock_count: size.stockCount,
    sku: size.sku,
    barcode: size.barcode,
    weight: size.weight,
  };
}

const MAX_IN_STOCK = 1_000_000;

/** Returns a whole number from 0 to a million; null for any other text. */
export function countTyped(text: string): number | null {
  const count = wholeNumberTyped(text);
  return count !== null && count <= MAX_IN_STOCK ? count : null;
}

export function availabilityFrom(text: string): Availability {
  return text === "sold_out" || text === "counted" ? text : "available";
}
