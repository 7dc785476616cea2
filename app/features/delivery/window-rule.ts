import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { readRows } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { camelCased } from "#app/values/camel-cased.ts";

/**
 * Schedule of the windows on a weekday; 0 is Sunday. Without a cutoff, such as "18:00", orders are accepted until the
 * last window.
 */
export type WindowRule = Awaited<ReturnType<typeof listWindowRules>>[number];

export async function listWindowRules(data: BrowserData) {
  const rows = await readRows(["window-rules"], () =>
    data.rest
      .from("window_rules")
      .select("delivery_type,weekday,length_minutes,capacity,preparation_minutes,cut_off,window_capacities")
      .order("weekday"),
  );
  return rows.map((row) => ({
    ...camelCased(row),
    /** Capacity of single windows by their start, such as "17:00"; 0 for no window at that time. */
    windowCapacities: row.window_capacities as Readonly<Record<string, number>>,
  }));
}

/**
 * Saves the changes of a week's schedule.
 * @param before schedule when the form was opened
 * @param label returns the name of a field of a weekday; without a field, of the weekday
 * @returns the schedule that is saved now
 */
export async function saveWindowRules(
  data: BrowserData,
  deliveryType: WindowRule["deliveryType"],
  before: readonly WindowRule[],
  rules: readonly WindowRule[],
  label: (weekday: number, field: string | undefined) => string,
): Promise<WindowRule[]> {
  const { error, saved } = await saveMerged({
    before: weekOf(before),
    mine: weekOf(rules),
    subject: t("This schedule"),
    labels: ([weekday, field]) => label(Number(weekday), field),
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("save_window_rules", {
          delivery_type: deliveryType,
          expected: rowsFrom(expected),
          rules: rowsFrom(mine),
        }),
        async () => weekOf((await listWindowRules(data)).filter((rule) => rule.deliveryType === deliveryType)),
      ),
  });
  if (error) throw new Error(rejectionText(error), { cause: error });
  return Object.values(saved).filter((rule) => rule !== null);
}

/** Rules by weekday; null without times. */
type Week = Record<number, WindowRule | null>;

function weekOf(rules: readonly WindowRule[]): Week {
  return Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((day) => [day, rules.find(({ weekday }) => weekday === day) ?? null]),
  );
}

function rowsFrom(week: Week) {
  return Object.values(week).flatMap((rule) =>
    rule === null
      ? []
      : [
          {
            weekday: rule.weekday,
            length_minutes: rule.lengthMinutes,
            capacity: rule.capacity,
            preparation_minutes: rule.preparationMinutes,
            cut_off: rule.cutOff,
            window_capacities: rule.windowCapacities,
          },
        ],
  );
}
