import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** Schedule of the windows on a weekday. */
export interface WindowRule {
  deliveryType: "pickup" | "delivery";
  /** 0 is Sunday. */
  weekday: number;
  lengthMinutes: number;
  /** Number of orders per window. */
  capacity: number;
  preparationMinutes: number;
  /** Such as "18:00"; if null, orders are accepted until the last window. */
  cutOff: string | null;
  /** Capacity of single windows by their start, such as "17:00"; 0 for no window at that time. */
  windowCapacities: Readonly<Record<string, number>>;
}

export async function listWindowRules(data: BrowserData): Promise<WindowRule[]> {
  const rows = await readWithRetries(["window-rules"], async () =>
    rowsOf(
      await data.rest
        .from("window_rules")
        .select("delivery_type,weekday,length_minutes,capacity,preparation_minutes,cut_off,window_capacities")
        .order("weekday"),
    ),
  );
  return (rows ?? []).map((row) => ({
    deliveryType: row.delivery_type,
    weekday: row.weekday,
    lengthMinutes: row.length_minutes,
    capacity: row.capacity,
    preparationMinutes: row.preparation_minutes,
    cutOff: row.cut_off,
    windowCapacities: row.window_capacities as Record<string, number>,
  }));
}

/**
 * Replaces the schedule of a week.
 * @param before schedule when the form was opened
 * @returns false if someone else has changed it in the meantime
 */
export async function saveWindowRules(
  data: BrowserData,
  deliveryType: WindowRule["deliveryType"],
  before: readonly WindowRule[],
  rules: readonly WindowRule[],
): Promise<boolean> {
  const { error, status } = await data.rest.rpc("save_window_rules", {
    delivery_type: deliveryType,
    expected: rowsFrom(before),
    rules: rowsFrom(rules),
  });
  if (error && status !== 409) throw new Error(error.message, { cause: error });
  return !error;
}

function rowsFrom(rules: readonly WindowRule[]) {
  return rules
    .toSorted((one, other) => one.weekday - other.weekday)
    .map((rule) => ({
      weekday: rule.weekday,
      length_minutes: rule.lengthMinutes,
      capacity: rule.capacity,
      preparation_minutes: rule.preparationMinutes,
      cut_off: rule.cutOff,
      window_capacities: rule.windowCapacities,
    }));
}
