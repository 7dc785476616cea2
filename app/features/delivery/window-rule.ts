import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** The windows of a weekday. */
export interface WindowRule {
  deliveryType: "pickup" | "delivery";
  /** 0 is Sunday. */
  weekday: number;
  lengthMinutes: number;
  /** How many orders one of them takes. */
  capacity: number;
  preparationMinutes: number;
  /** Such as "18:00"; null: until the last window. */
  cutOff: string | null;
}

export async function listWindowRules(data: BrowserData): Promise<WindowRule[]> {
  const rows = await readWithRetries(["window-rules"], async () =>
    rowsOf(
      await data.rest
        .from("window_rules")
        .select("delivery_type,weekday,length_minutes,capacity,preparation_minutes,cut_off")
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
  }));
}

/** Sets the rules of these weekdays, in place of those that were there. */
export async function saveWindowRules(data: BrowserData, rules: readonly WindowRule[]): Promise<void> {
  const { error } = await data.rest.from("window_rules").upsert(
    rules.map((rule) => ({
      delivery_type: rule.deliveryType,
      weekday: rule.weekday,
      length_minutes: rule.lengthMinutes,
      capacity: rule.capacity,
      preparation_minutes: rule.preparationMinutes,
      cut_off: rule.cutOff,
    })),
  );
  if (error) throw new Error(error.message, { cause: error });
}

/** Removes all times of these weekdays. @throws if one has been removed meanwhile */
export async function removeWindowRules(
  data: BrowserData,
  deliveryType: WindowRule["deliveryType"],
  weekdays: readonly number[],
): Promise<void> {
  changedRows(
    await data.rest
      .from("window_rules")
      .delete()
      .eq("delivery_type", deliveryType)
      .in("weekday", weekdays)
      .select("weekday"),
    "These times",
  );
}
