import { type OpeningHours, spansOf, timeText } from "#app/features/store/opening-hours.ts";
import { t } from "#app/messages/t.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { keysOf } from "#app/values/typed-object.ts";
import type { WindowRule } from "./window-rule.ts";

export const weekdays = () =>
  [t("Sunday"), t("Monday"), t("Tuesday"), t("Wednesday"), t("Thursday"), t("Friday"), t("Saturday")] as const;

/** Typed values for the windows of a weekday. */
export interface DayDraft {
  hasTimes: boolean;
  lengthMinutes: string;
  capacity: string;
  preparationMinutes: string;
  /** Such as "18:00"; empty without a cutoff. */
  cutOff: string;
  /** Capacity of single windows by their start; empty or missing if that of the day applies. */
  windowCapacities: Readonly<Record<string, string>>;
}

export type DayField = Exclude<keyof DayDraft, "hasTimes" | "windowCapacities">;

/** Minimum and maximum of each number field, as in the database. */
const MAX_CAPACITY = 999;
const LIMITS = { lengthMinutes: [15, 720], capacity: [1, MAX_CAPACITY], preparationMinutes: [0, 2880] } as const;

/** Values of a weekday without windows. */
const NEW_DAY: DayDraft = {
  hasTimes: false,
  lengthMinutes: "120",
  capacity: "5",
  preparationMinutes: "60",
  cutOff: "",
  windowCapacities: {},
};

/** Returns the seven days from Sunday on. */
export function weekFrom(rules: readonly WindowRule[]): DayDraft[] {
  return weekdays().map((_, weekday) => {
    const rule = rules.find((each) => each.weekday === weekday);
    if (!rule) return NEW_DAY;
    return {
      hasTimes: true,
      lengthMinutes: String(rule.lengthMinutes),
      capacity: String(rule.capacity),
      preparationMinutes: String(rule.preparationMinutes),
      cutOff: rule.cutOff ?? "",
      windowCapacities: Object.fromEntries(
        Object.entries(rule.windowCapacities).map(([starts, capacity]) => [starts, String(capacity)]),
      ),
    };
  });
}

/** Returns the name of a day's input in the form. */
export function dayField(field: keyof DayDraft, weekday: number): string {
  return `${field}-${weekday}`;
}

/** Returns the name of the input for the capacity of the window with this start. */
export function windowField(starts: string, weekday: number): string {
  return `capacity-${weekday}-${starts}`;
}

/** A window of a weekday. */
export interface WeekdayWindow {
  /** Such as "17:00". */
  starts: string;
  /** Such as "5–7 PM". */
  text: string;
}

/** Returns the windows that fill a weekday's opening hours, computed as in the database; none for an invalid length. */
export function windowsOfDay(
  openingHours: readonly OpeningHours[],
  weekday: number,
  day: Pick<DayDraft, "lengthMinutes">,
): WeekdayWindow[] {
  const length = numberWithin(day.lengthMinutes, ...LIMITS.lengthMinutes);
  if (length === null) return [];
  return spansOf(openingHours, weekday).flatMap(({ opens, closes }) =>
    Array.from({ length: Math.floor((closes - opens) / length) }, (_, place) => {
      const from = opens + place * length;
      return { starts: clockText(from), text: spanText(from, from + length) };
    }),
  );
}

/** Returns messages by the names of the inputs; days without windows have none. */
export function weekProblems(week: readonly DayDraft[], openingHours: readonly OpeningHours[]): Record<string, string> {
  return Object.fromEntries(
    week.flatMap((day, weekday) =>
      day.hasTimes
        ? [
            ...keysOf(LIMITS).map((field) => ({
              name: dayField(field, weekday),
              text: day[field],
              from: LIMITS[field][0],
              to: LIMITS[field][1],
            })),
            ...typedCapacities(day, weekday, openingHours).map(([starts, text]) => ({
              name: windowField(starts, weekday),
              text,
              from: 0,
              to: MAX_CAPACITY,
            })),
          ].flatMap(({ name, text, from, to }) =>
            numberWithin(text, from, to) === null
              ? [[name, t("A whole number from {from} to {to}", { from, to })] as const]
              : [],
          )
        : [],
    ),
  );
}

/** Returns the schedule of a week that passed validation. */
export function rulesFrom(
  week: readonly DayDraft[],
  deliveryType: WindowRule["deliveryType"],
  openingHours: readonly OpeningHours[],
): WindowRule[] {
  return week.flatMap((day, weekday) =>
    day.hasTimes
      ? [
          {
            deliveryType,
            weekday,
            lengthMinutes: wholeNumberTyped(day.lengthMinutes) ?? 0,
            capacity: wholeNumberTyped(day.capacity) ?? 0,
            preparationMinutes: wholeNumberTyped(day.preparationMinutes) ?? 0,
            cutOff: day.cutOff || null,
            windowCapacities: Object.fromEntries(
              typedCapacities(day, weekday, openingHours).map(([starts, text]) => [
                starts,
                wholeNumberTyped(text) ?? 0,
              ]),
            ),
          },
        ]
      : [],
  );
}

/** Returns whether two weeks are equal, regardless of the order of their single windows. */
export function isSameWeek(one: readonly WindowRule[], other: readonly WindowRule[]): boolean {
  const text = (rules: readonly WindowRule[]) =>
    JSON.stringify(
      rules
        .toSorted((a, b) => a.weekday - b.weekday)
        .map(({ windowCapacities, ...rule }) => [rule, Object.entries(windowCapacities).toSorted()]),
    );
  return text(one) === text(other);
}

/** Returns the typed capacities of windows that the day has; a change of length or hours may remove some. */
function typedCapacities(
  day: DayDraft,
  weekday: number,
  openingHours: readonly OpeningHours[],
): (readonly [starts: string, text: string])[] {
  return windowsOfDay(openingHours, weekday, day)
    .map(({ starts }) => [starts, (day.windowCapacities[starts] ?? "").trim()] as const)
    .filter(([, text]) => text !== "");
}

function numberWithin(text: string, from: number, to: number): number | null {
  const number = wholeNumberTyped(text);
  return number !== null && number >= from && number <= to ? number : null;
}

/** @param minute minutes since midnight; above 24 hours for times after the next midnight */
function clockText(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** Returns "5–7 PM", or "11 AM–1 PM" across noon. */
function spanText(from: number, to: number): string {
  const [first, last] = [timeText(from), timeText(to)];
  return first.slice(-2) === last.slice(-2) ? `${first.slice(0, -3)}–${last}` : `${first}–${last}`;
}
