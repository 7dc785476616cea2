import { windowFrom } from "#app/features/orders/order.ts";
import type { DeliveryType, OrderStatus } from "#app/features/orders/order-status.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { LANGUAGES } from "#app/messages/locales.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import type { TimeWindow } from "#app/values/window-text.ts";
import type { PaymentState } from "./order-filter.ts";

/** Order as a row of the table. */
export interface ListedOrder {
  id: string;
  number: number;
  /** ISO 8601 with microseconds. */
  placedAt: string;
  status: OrderStatus;
  payment: PaymentState;
  deliveryType: DeliveryType;
  window: TimeWindow | null;
  /** Whether staff still have to set the delivery fee. */
  needsFee: boolean;
  name: string | null;
  phone: string | null;
  email: string | null;
  itemCount: number;
  /** Includes a separate delivery fee once it is paid. */
  totalCents: number;
  refundedCents: number;
}

export function listedOrderFromRow(row: FunctionRow<"search_orders">): ListedOrder {
  return {
    id: row.id,
    number: row.number,
    placedAt: row.created_at,
    status: row.status,
    payment: row.payment_state as PaymentState,
    deliveryType: row.delivery_type,
    window: windowFrom(row),
    needsFee: row.needs_fee,
    name: row.name,
    phone: row.phone,
    email: row.email,
    itemCount: row.item_count,
    totalCents: centsFrom(row.total),
    refundedCents: centsFrom(row.refunded),
  };
}

/** Returns "Nov 25, 9:41 AM", with the year if it is not the current one. */
export function placedText(placedAt: string, now: Date, timeZone: string): string {
  const at = new Date(placedAt);
  const year = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone });
  const isThisYear = year.format(at) === year.format(now);
  const words = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone } as const;
  return plainSpaces(dateFormat(isThisYear ? words : { ...words, year: "numeric" }).format(at));
}

/** Returns "Nov 28, 2 – 4 PM". */
export function slotText({ startsAt, endsAt }: TimeWindow, timeZone: string): string {
  const hours = new Intl.DateTimeFormat(LANGUAGES[currentLocale()].intl, {
    hour12: true,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  return plainSpaces(hours.formatRange(new Date(startsAt), new Date(endsAt))).replaceAll(":00", "");
}

/** Replaces special spaces, because Node and browsers use different ones before AM and around the dash. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u2009]/g, " ");
}
