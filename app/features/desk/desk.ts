import { deliveryFeeFromRow, feeStateText } from "#app/features/orders/delivery-fee.ts";
import { windowFrom } from "#app/features/orders/order.ts";
import { columnOfStatus, type OrderStatus, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";

/** Columns of the order board, in the sequence of an order's status. */
export const DESK_COLUMNS = ["to_pack", "packing", "waiting", "done"] as const;
export type DeskColumn = (typeof DESK_COLUMNS)[number];

export const columnTitles = (): Readonly<Record<DeskColumn, string>> => ({
  to_pack: t("To pack"),
  packing: t("Packing"),
  waiting: t("Waiting"),
  done: t("Done today"),
});

/** Money in dollars. */
type DeskRow = FunctionRow<"read_desk">;

/**
 * Card of an order on the board. `needsWeight` tells whether an unweighed line makes the amount due of an unpaid order
 * a maximum, `cameBack` whether nobody was home and no other run has the delivery; `answers` has the customer's answers
 * by substitution, such as "7:accepted".
 */
export type DeskCard = ReturnType<typeof toDeskCard>;

/** The board, with the number and total of the orders paid today, and `readAt` by the database's clock. */
export type Desk = ReturnType<typeof toDesk>;

export function toDeskCard(row: DeskRow["cards"][number]) {
  const { delivery_included, delivery_fee, window_starts_at, window_ends_at, unpaid_total, ...rest } = row;
  const { substitution_preference, substitution_ids, ...card } = rest;
  return {
    ...camelCased(card),
    /** Delivery fee agreed separately and whether it is paid; null if there is none. */
    feeState: feeStateText({ isDeliveryIncluded: delivery_included, deliveryFee: deliveryFeeFromRow(delivery_fee) }),
    window: windowFrom({ window_starts_at, window_ends_at }),
    /** Start of the window, or of the payment without a window, as unpaid orders always have one. */
    promisedAt: window_starts_at ?? row.paid_at ?? "",
    /** Amount due in the store before handover; null for a paid order. */
    unpaidCents: centsFrom(unpaid_total),
    preference: substitution_preference,
    /** Pounds of the weighed lines in the bag, by line id. */
    packedPounds: row.packed_pounds as Readonly<Record<string, number>>,
    changeIds: substitution_ids,
    /** Status that an undo returns to; null if the last step cannot be undone. */
    movedFrom: row.moved_from as OrderStatus | null,
  };
}

export function toDesk(row: DeskRow) {
  return { ...camelCased(row, "sales"), cards: row.cards.map(toDeskCard) };
}

/** Returns the column of the order board; null for an order that was canceled, or completed on another day. */
export function columnOf(
  card: Pick<DeskCard, "status" | "movedAt" | "unpaidCents">,
  now: Date,
  timeZone: string,
): DeskColumn | null {
  const column = card.unpaidCents !== null && card.status === "pending" ? "to_pack" : columnOfStatus(card.status);
  if (column !== "done") return column;
  if (card.movedAt === null) return null;
  return shopDayOf(new Date(card.movedAt), timeZone) === shopDayOf(now, timeZone) ? "done" : null;
}

/** Returns the cards of each column, earliest window first; completed orders latest first. */
export function sortIntoColumns(
  cards: readonly DeskCard[],
  now: Date,
  timeZone: string,
): Record<DeskColumn, DeskCard[]> {
  const columns: Record<DeskColumn, DeskCard[]> = { to_pack: [], packing: [], waiting: [], done: [] };
  for (const card of cards) {
    const column = columnOf(card, now, timeZone);
    if (column) columns[column].push(card);
  }
  for (const column of DESK_COLUMNS) columns[column].sort(column === "done" ? byEnd : byPromise);
  return columns;
}

/** Returns the board with the changed cards. */
export function changeDesk(desk: Desk, changes: Desk, now: Date, timeZone: string): Desk {
  const known = new Set(desk.cards.map(({ id }) => id));
  const columns = sortIntoColumns(desk.cards, now, timeZone);
  const fitting = changes.cards.filter((card) => {
    const column = columnOf(card, now, timeZone);
    if (column === null) return false;
    // A card after the last loaded one is left for the next page, which would otherwise skip the cards between the two.
    const last = columns[column].at(-1);
    const isWhole = desk.counts[column] <= columns[column].length;
    return known.has(card.id) || isWhole || !last || column === "done" || byPromise(card, last) <= 0;
  });
  const changed = new Set(changes.cards.map(({ id }) => id));
  return { ...changes, cards: [...desk.cards.filter(({ id }) => !changed.has(id)), ...fitting] };
}

/** State of an order within its column, for a badge; null where the column says it all. */
export function cardStateOf(
  card: Pick<DeskCard, "status" | "lineIds" | "cameBack">,
  packedCount: number,
): { state: "packed" | "ready" | "out" | "came-back"; label: string } | null {
  if (card.status === "preparing" && packedCount > 0 && packedCount >= card.lineIds.length) {
    return { state: "packed", label: t("Packed") };
  }
  if (card.status === "ready") return { state: "ready", label: orderStatusLabel("ready") };
  if (card.status !== "out_for_delivery") return null;
  return card.cameBack
    ? { state: "came-back", label: t("Came back") }
    : { state: "out", label: orderStatusLabel("out_for_delivery") };
}

/** Returns the age of a timestamp, such as "3 min", "2 h", or "4 days". */
export function ageText(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return t("{minutes} min", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t("{hours} h", { hours });
  return t("{count} days", { count: Math.floor(hours / 24) });
}

function byPromise(one: DeskCard, other: DeskCard): number {
  return Date.parse(one.promisedAt) - Date.parse(other.promisedAt) || one.number - other.number;
}

function byEnd(one: DeskCard, other: DeskCard): number {
  return Date.parse(other.movedAt ?? "") - Date.parse(one.movedAt ?? "") || other.number - one.number;
}
