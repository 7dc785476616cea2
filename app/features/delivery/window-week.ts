import { wholeNumberTyped } from "#app/values/decimal.ts";
import type { WindowRule } from "./window-rule.ts";

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** The times of one weekday, as typed. */
export interface DayDraft {
  hasTimes: boolean;
  lengthMinutes: string;
  capacity: string;
  preparationMinutes: string;
  /** Such as "18:00"; empty without a cutoff. */
  cutOff: string;
}

export type DayField = Exclude<keyof DayDraft, "hasTimes">;

/** Lowest and highest number of each field, as the database checks them. */
const LIMITS = { lengthMinutes: [15, 720], capacity: [1, 999], preparationMinutes: [0, 2880] } as const;

/** For a weekday that has had no times yet. */
const NEW_DAY: DayDraft = {
  hasTimes: false,
  lengthMinutes: "120",
  capacity: "5",
  preparationMinutes: "60",
  cutOff: "",
};

/** Returns the seven days from Sunday on. */
export function weekFrom(rules: readonly WindowRule[]): DayDraft[] {
  return WEEKDAYS.map((_, weekday) => {
    const rule = rules.find((each) => each.weekday === weekday);
    if (!rule) return NEW_DAY;
    return {
      hasTimes: true,
      lengthMinutes: String(rule.lengthMinutes),
      capacity: String(rule.capacity),
      preparationMinutes: String(rule.preparationMinutes),
      cutOff: rule.cutOff ?? "",
    };
  });
}

/** Name of a day's input in the form. */
export function dayField(field: keyof DayDraft, weekday: number): string {
  return `${field}-${weekday}`;
}

/** Returns messages by the names of the inputs; days without times have none. */
export function weekProblems(week: readonly DayDraft[]): Record<string, string> {
  return Object.fromEntries(
    week.flatMap((day, weekday) =>
      day.hasTimes
        ? Object.entries(LIMITS).flatMap(([field, [from, to]]) => {
            const number = wholeNumberTyped(day[field as DayField]);
            if (number !== null && number >= from && number <= to) return [];
            return [[dayField(field as DayField, weekday), `A whole number from ${from} to ${to}`] as const];
          })
        : [],
    ),
  );
}

/** Returns the rules to write and the weekdays to remove, without what stays the same. The week has no problems. */
export function weekChanges(
  week: readonly DayDraft[],
  deliveryType: WindowRule["deliveryType"],
  rules: readonly WindowRule[],
): { saved: WindowRule[]; removed: number[] } {
  const before = weekFrom(rules);
  const saved = week.flatMap((day, weekday) => {
    if (!day.hasTimes || JSON.stringify(day) === JSON.stringify(before[weekday])) return [];
    return [
      {
        deliveryType,
        weekday,
        lengthMinutes: wholeNumberTyped(day.lengthMinutes) ?? 0,
        capacity: wholeNumberTyped(day.capacity) ?? 0,
        preparationMinutes: wholeNumberTyped(day.preparationMinutes) ?? 0,
        cutOff: day.cutOff || null,
      },
    ];
  });
  const removed = rules.map(({ weekday }) => weekday).filter((weekday) => !week[weekday]?.hasTimes);
  return { saved, removed };
}
