import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";

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

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "120 minutes each, 5 orders, 60 minutes of preparation, same day until 18:00" */
export function ruleText({ lengthMinutes, capacity, preparationMinutes, cutOff }: WindowRule): string {
  return [
    `${lengthMinutes} minutes each`,
    capacity === 1 ? "1 order" : `${capacity} orders`,
    ...(preparationMinutes > 0 ? [`${preparationMinutes} minutes of preparation`] : []),
    ...(cutOff ? [`same day until ${cutOff}`] : []),
  ].join(", ");
}

/** Returns messages by field name. */
export function ruleProblems(typed: {
  weekdays: readonly number[];
  lengthMinutes: string;
  capacity: string;
  preparationMinutes: string;
}) {
  const found = {
    weekdays: typed.weekdays.length === 0 ? "Choose a day" : undefined,
    lengthMinutes: numberProblem(typed.lengthMinutes, 15, 720),
    capacity: numberProblem(typed.capacity, 1, 999),
    preparationMinutes: numberProblem(typed.preparationMinutes, 0, 2880),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function numberProblem(typed: string, from: number, to: number): string | undefined {
  const number = wholeNumberTyped(typed);
  return number !== null && number >= from && number <= to ? undefined : `A whole number from ${from} to ${to}`;
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

export async function removeWindowRule(data: BrowserData, rule: WindowRule): Promise<void> {
  changedRows(
    await data.rest
      .from("window_rules")
      .delete()
      .eq("delivery_type", rule.deliveryType)
      .eq("weekday", rule.weekday)
      .select("weekday"),
    "This weekday",
  );
}
