import type { DeliveryFeeRow } from "#app/features/orders/delivery-fee.ts";
import type { CancelReason } from "#app/features/orders/order.ts";
import type { LineWeightRow } from "#app/features/orders/order-line.ts";
import type { SubstitutionRow } from "#app/features/orders/substitution.ts";
import type { PaymentMethod, StoreMethod } from "#app/features/payments/tenders.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

/** Row of `outgoing_mails`, with the facts at the time of the event. */
export interface OutgoingEmail extends SelectedRow<"outgoing_mails", "id, kind, order_id, recipient, created_at"> {
  facts: OrderFacts;
}

/** Facts written by `private.order_facts`; amounts in dollars, as in the database. */
export interface OrderFacts {
  order_id: string;
  order_number: number;
  /** Language code; missing in older emails, which are in English. */
  language?: string;
  /** ISO 8601. */
  placed_at: string;
  total: number;
  delivery_cost: number;
  /** False for a delivery below the store's minimum, about which the team contacts the customer. */
  delivery_included: boolean;
  /** Separate delivery fee; null if there is none, missing in older emails. */
  delivery_fee?: DeliveryFeeRow | null;
  /** Missing in older emails. */
  tax_amount?: number;
  discount?: number;
  paid_amount: number;
  refunded_amount: number;
  /** Held on the card and not charged yet; missing in older emails. */
  held_amount?: number;
  /** What is, or will be, charged of the hold; null without one, missing in older emails. */
  charged_amount?: number | null;
  delivery_type: "pickup" | "delivery";
  delivery_address: string;
  delivery_phone_number: string;
  driver_note?: string | null;
  /** Stops of the driver before this order; null if no driver is on the way. */
  stops_before?: number | null;
  status?: string;
  /** ISO 8601; null if no window was chosen. */
  window_starts_at?: string | null;
  window_ends_at?: string | null;
  customer_name: string | null;
  /** Missing in older emails, like `paid_by`. */
  channel?: "online" | "counter";
  paid_by?: PaymentMethod | null;
  /** Payments taken in the store; missing in older emails. */
  tenders?: { method: StoreMethod; amount: number; cash_received: number | null }[];
  cancelled_by: "customer" | "admin" | "server" | null;
  cancel_reason: CancelReason | null;
  /** Time until which an unpaid order that is paid in the store is held, ISO 8601; null or missing for other orders. */
  pay_in_store_by?: string | null;
  /** Amount due, or its maximum until every line is weighed. Missing in older emails. */
  due_amount?: number;
  needs_weight?: boolean;
  items: (LineWeightRow & {
    name: string;
    size?: string | null;
    /** Missing in older emails. */
    pack_size?: string;
    quantity: number;
    /** Finalized substitutions; missing in older emails. */
    changes?: SubstitutionRow[];
  })[];
  /** Only in `order_refunded` and `refund_failed`. */
  refund?: {
    amount: number;
    reason: string;
    /** Null or missing: refunded to the original payment method. */
    method?: "store_cash" | "release" | null;
    /** Purpose of the payment, such as `order` or `delivery_fee`; missing in older emails. */
    purpose?: string;
    /** Whether the whole payment is refunded; for an unmatched payment, all of it. */
    is_whole: boolean;
    lines: { name: string; size?: string | null; quantity: number }[] | null;
  };
  /** Only in `payment_failed`: the provider's message. */
  failure_message?: string | null;
}
