import { centsFrom } from "#app/values/money.ts";

/** What a cart costs as an order. */
export interface Quote {
  deliveryCostCents: number;
  /** False: the team gets in touch about the delivery. */
  isDeliveryIncluded: boolean;
  taxCents: number;
  totalCents: number;
}

/** As `quote_cart` and a refused `place_order` tell it. */
export interface AmountsRow {
  delivery_cost: number;
  delivery_included: boolean;
  tax: number;
  total: number;
}

export function amountsFrom(row: AmountsRow): Quote {
  return {
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    taxCents: centsFrom(row.tax),
    totalCents: centsFrom(row.total),
  };
}
