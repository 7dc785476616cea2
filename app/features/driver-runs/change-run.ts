import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";

/** Creates a run of these deliveries, nearest first. */
export async function createRun(data: BrowserData, driverId: string, orderIds: readonly string[]): Promise<void> {
  commandResult(await data.rest.rpc("create_run", { driver_id: driverId, order_ids: [...orderIds] }));
}

/**
 * Sets the order of the stops.
 * @param before order that the page shows
 */
export async function sortRun(
  data: BrowserData,
  runId: number,
  before: readonly string[],
  orderIds: readonly string[],
): Promise<void> {
  commandResult(await data.rest.rpc("sort_run", { run_id: runId, order_ids: [...orderIds], expected: [...before] }));
}

/** Deletes a run in which nothing has been delivered. */
export async function deleteRun(data: BrowserData, runId: number): Promise<void> {
  commandResult(await data.rest.rpc("delete_run", { run_id: runId }));
}

/** Gives a run to another driver. */
export async function assignRun(data: BrowserData, runId: number, driverId: string): Promise<void> {
  commandResult(await data.rest.rpc("assign_run", { run_id: runId, driver_id: driverId }));
}

/** Starts a run: all its orders leave the store. */
export async function startRun(data: BrowserData, runId: number): Promise<void> {
  commandResult(await data.rest.rpc("start_run", { run_id: runId }));
}
