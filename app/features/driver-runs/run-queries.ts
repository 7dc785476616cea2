import { type OrderWithLines, windowFrom } from "#app/features/orders/order.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { randomUuid } from "#app/values/ids.ts";
import { type DeliveryRun, stopFromRow } from "./run.ts";

/** A paid delivery that is not in a run. */
export interface WaitingDelivery {
  orderId: string;
  number: number;
  name: string;
  status: OrderStatus;
  window: OrderWithLines["window"];
  street: string;
  zip: string;
  /** Straight-line distance from the store; null for an unknown ZIP code. */
  miles: number | null;
  itemCount: number;
}

export interface Driver {
  userId: string;
  name: string;
}

const MAX_RUNS = 30;
const UNDO_MS = 60 * 60 * 1000;
const COLUMNS = "id, driver_id, started_at, ended_at, profiles!delivery_runs_driver_id_fkey(name)";

/** Returns the latest runs that the user may see, open ones first. */
export function listRuns(data: BrowserData, driverId: string | null): Promise<DeliveryRun[]> {
  // The random key prevents sharing a read that started before the last stop was finished.
  return readWithRetries(["runs", driverId ?? "all", randomUuid()], async () => {
    const latest = data.rest.from("delivery_runs").select(COLUMNS);
    const runs = rowsOf(
      await (driverId === null ? latest : latest.eq("driver_id", driverId))
        .order("ended_at", { ascending: false, nullsFirst: true })
        .order("id", { ascending: false })
        .limit(MAX_RUNS),
    );
    const run_ids = (runs ?? []).map(({ id }) => id);
    if (run_ids.length === 0) return [];
    const stops = tableRows(await data.rest.rpc("list_run_stops", { run_ids }));
    return (runs ?? []).map((run) => ({
      id: run.id,
      driverId: run.driver_id,
      driverName: run.profiles?.name ?? "",
      startedAt: run.started_at,
      endedAt: run.ended_at,
      stops: stops.filter(({ run_id }) => run_id === run.id).map(stopFromRow),
    }));
  });
}

/** Returns the driver's runs that are open, or ended within the last hour, in which outcomes can be undone. */
export async function listMyRuns(data: BrowserData, driverId: string): Promise<DeliveryRun[]> {
  const oldest = Date.now() - UNDO_MS;
  return (await listRuns(data, driverId)).filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) > oldest);
}

export function listWaitingDeliveries(data: BrowserData): Promise<WaitingDelivery[]> {
  return readWithRetries(["waiting-deliveries"], async () => {
    const rows = tableRows(await data.rest.rpc("list_waiting_deliveries"));
    return rows.map((row) => ({
      orderId: row.order_id,
      number: row.number,
      name: row.name,
      status: row.status,
      window: windowFrom(row),
      street: row.street,
      zip: row.zip,
      miles: row.miles,
      itemCount: row.item_count,
    }));
  });
}

/** Returns the driver of each open run; for the owner and managers. */
export function listOpenRunDrivers(data: BrowserData): Promise<string[]> {
  return readWithRetries(["open-run-drivers"], async () =>
    tableRows(await data.rest.from("delivery_runs").select("driver_id").is("ended_at", null)).map(
      ({ driver_id }) => driver_id,
    ),
  );
}

/** Returns the staff who can be assigned a run, drivers first. */
export function listDrivers(data: BrowserData): Promise<Driver[]> {
  return readWithRetries(["drivers"], async () => {
    const rows = tableRows(await data.rest.rpc("list_drivers"));
    return rows.map(({ user_id, name, role }) => ({
      userId: user_id,
      name:
        name || t("No name ({role, select, owner {owner} manager {manager} packer {packer} other {driver}})", { role }),
    }));
  });
}
