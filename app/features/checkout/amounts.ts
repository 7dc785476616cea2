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
  discountProblem: string | null;
  taxCents: number;
  totalCents: number;
}

/** Amounts as `quote_cart` and a rejected `place_order` return them. */
export interface AmountsRow {
  delivery_cost: number;
  delivery_included: boolean;
  tax: number;
  total: number;
  /** Present if the customer has entered a code. */
  discount?: number;
  discount_code?: string;
  discount_problem?: string | null;
}

export function amountsFrom(row: AmountsRow): Quote {
  return {
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    discountCents: centsFrom(row.discount ?? 0),
    discountCode: row.discount_code ?? null,
    discountProblem: row.discount_problem ?? null,
    taxCents: centsFrom(row.tax),
    totalCents: centsFrom(row.total),
  };
}
