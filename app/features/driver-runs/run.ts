import { windowFrom } from "#app/features/orders/order.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";

/**
 * Returns a delivery of a run, with the data that its driver needs. The outcome is null while the stop is open; it was
 * received by a person, or left at a place. `pounds` is the total of the known weights.
 */
export function stopFromRow({ window_starts_at, window_ends_at, status, ...row }: FunctionRow<"list_run_stops">) {
  return {
    ...camelCased(row),
    window: windowFrom({ window_starts_at, window_ends_at }),
    /** Whether the order is packed and can leave the store. */
    isPacked: status !== "paid",
  };
}

export type RunStop = Omit<ReturnType<typeof stopFromRow>, "place" | "runId">;
export type StopOutcome = NonNullable<RunStop["outcome"]>;

/** Deliveries of one driver, in order. */
export interface DeliveryRun {
  id: number;
  driverId: string;
  driverName: string;
  startedAt: string | null;
  endedAt: string | null;
  stops: RunStop[];
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
