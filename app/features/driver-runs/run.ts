import { windowFrom } from "#app/features/orders/order.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";

type StopRow = FunctionRow<"list_run_stops">;

/** Result of a stop. */
export type StopOutcome = "delivered" | "not_home";

/** A delivery of a run, with the data that its driver needs. */
export interface RunStop {
  orderId: string;
  number: number;
  /** Null while the stop is open. */
  outcome: StopOutcome | null;
  /** Recipient, or the place where it was left. */
  receivedBy: string;
  finishedAt: string | null;
  name: string;
  phone: string;
  street: string;
  unit: string;
  city: string;
  zip: string;
  driverNote: string;
  window: ReturnType<typeof windowFrom>;
  /** Whether the order is packed and can leave the store. */
  isPacked: boolean;
  itemCount: number;
  frozenCount: number;
  /** Total of the known weights. */
  pounds: number;
  /** Number of items without a known weight. */
  unweighedCount: number;
  /** Whether a photo of the delivery is stored. */
  hasPhoto: boolean;
}

/** Deliveries of one driver, in order. */
export interface DeliveryRun {
  id: number;
  driverId: string;
  driverName: string;
  startedAt: string | null;
  endedAt: string | null;
  stops: RunStop[];
}

export function stopFromRow(row: StopRow): RunStop {
  return {
    orderId: row.order_id,
    number: row.number,
    outcome: row.outcome,
    receivedBy: row.received_by,
    finishedAt: row.finished_at,
    name: row.name,
    phone: row.phone,
    street: row.street,
    unit: row.unit,
    city: row.city,
    zip: row.zip,
    driverNote: row.driver_note,
    window: windowFrom(row),
    isPacked: row.status !== "paid",
    itemCount: row.item_count,
    frozenCount: row.frozen_count,
    pounds: row.pounds,
    unweighedCount: row.unweighed_count,
    hasPhoto: row.has_photo,
  };
}

/** Returns an address such as "12 Palm Street, Apt 4, Humble 77338". */
export function addressOf({ street, unit, city, zip }: Pick<RunStop, "street" | "unit" | "city" | "zip">): string {
  // An address typed in one line already contains the ZIP code.
  const town = zip !== "" && street.includes(zip) ? "" : `${city} ${zip}`.trim();
  return [street, unit, town].filter((part) => part !== "").join(", ");
}

/** Returns a summary such as "7 items, 2 frozen, about 12.5 lb". */
export function loadText(load: Pick<RunStop, "itemCount" | "frozenCount" | "pounds" | "unweighedCount">): string {
  const { itemCount, frozenCount, pounds, unweighedCount } = load;
  const weight = Number(pounds.toFixed(1));
  const weightText = unweighedCount > 0 ? t("more than {weight} lb", { weight }) : t("about {weight} lb", { weight });
  return [
    t("{count, plural, one {# item} other {# items}}", { count: itemCount }),
    ...(frozenCount > 0 ? [t("{count, plural, other {# frozen}}", { count: frozenCount })] : []),
    ...(pounds === 0 ? [] : [weightText]),
  ].join(", ");
}

/** Returns the total items and weights of all stops. */
export function loadOf(stops: readonly RunStop[]) {
  const sum = (count: (stop: RunStop) => number) => stops.reduce((all, stop) => all + count(stop), 0);
  return {
    itemCount: sum(({ itemCount }) => itemCount),
    frozenCount: sum(({ frozenCount }) => frozenCount),
    pounds: sum(({ pounds }) => pounds),
    unweighedCount: sum(({ unweighedCount }) => unweighedCount),
  };
}

/**
 * Maximum number of stops in one link, because mobile browsers show no more:
 * https://developers.google.com/maps/documentation/urls/get-started
 */
const MAX_IN_LINK = 4;

/** Returns the URL of a map with the route from the current position through the next open stops; null without any. */
export function mapLink(stops: readonly RunStop[]): string | null {
  const next = stops
    .filter(({ outcome }) => outcome === null)
    .slice(0, MAX_IN_LINK)
    .map(addressOf);
  const destination = next.pop();
  if (destination === undefined) return null;
  const parameters = new URLSearchParams({ api: "1", travelmode: "driving", destination });
  if (next.length > 0) parameters.set("waypoints", next.join("|"));
  return `https://www.google.com/maps/dir/?${parameters}`;
}

/** Moves a stop by one place. */
export function movedStop(orderIds: readonly string[], orderId: string, by: -1 | 1): string[] {
  const from = orderIds.indexOf(orderId);
  const to = from + by;
  if (from < 0 || to < 0 || to >= orderIds.length) return [...orderIds];
  const moved = orderIds.filter((id) => id !== orderId);
  moved.splice(to, 0, orderId);
  return moved;
}
