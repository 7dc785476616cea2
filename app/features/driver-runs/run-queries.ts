import { windowFrom } from "#app/features/orders/order.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { randomUuid } from "#app/values/ids.ts";
import { type DeliveryRun, stopFromRow } from "./run.ts";

/** A paid delivery that is not in a run. */
export type WaitingDelivery = Awaited<ReturnType<typeof listWaitingDeliveries>>[number];
export type Driver = Awaited<ReturnType<typeof listDrivers>>[number];

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
    return (runs ?? []).map(({ profiles, ...run }) => ({
      ...camelCased(run),
      driverName: profiles?.name ?? "",
      stops: stops.filter(({ run_id }) => run_id === run.id).map(stopFromRow),
    }));
  });
}

/** Returns the driver's runs that are open, or ended within the last hour, in which outcomes can be undone. */
export async function listMyRuns(data: BrowserData, driverId: string): Promise<DeliveryRun[]> {
  const oldest = Date.now() - UNDO_MS;
  return (await listRuns(data, driverId)).filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) > oldest);
}

/** Returns them with their straight-line distance from the store, which is null for an unknown ZIP code. */
export function listWaitingDeliveries(data: BrowserData) {
  return readWithRetries(["waiting-deliveries"], async () =>
    tableRows(await data.rest.rpc("list_waiting_deliveries")).map(({ window_starts_at, window_ends_at, ...row }) => ({
      ...camelCased(row),
      window: windowFrom({ window_starts_at, window_ends_at }),
    })),
  );
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
export function listDrivers(data: BrowserData) {
  return readWithRetries(["drivers"], async () => {
    const rows = tableRows(await data.rest.rpc("list_drivers"));
    return rows.map(({ user_id, name, role }) => ({
      userId: user_id,
      name:
        name || t("No name ({role, select, owner {owner} manager {manager} packer {packer} other {driver}})", { role }),
    }));
  });
}
