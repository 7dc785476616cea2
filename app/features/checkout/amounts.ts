import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";

/** Price of a cart as an order. */
export interface Quote {
  deliveryCostCents: number;
  /** False: the team gets in touch about the delivery. */
  isDeliveryIncluded: boolean;
  /** Discount of the code on the products; 0 without one. */
  discountCents: number;
  /** Which code the shopper has entered; null for none. */
  discountCode: string | null;
  /** Why nothing comes off by it; null when something does. */
  discountError: string | null;
  taxCents: number;
  totalCents: number;
}

/** Amounts as `quote_cart` and a rejected `place_order` return them. */
export type AmountsRow = FunctionRow<"quote_cart">;

export function amountsFrom(row: AmountsRow): Quote {
  return {
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    discountCents: centsFrom(row.discount),
    discountCode: row.discount_code,
    discountError: row.discount_error,
    taxCents: centsFrom(row.tax),
    totalCents: centsFrom(row.total),
  };
}
