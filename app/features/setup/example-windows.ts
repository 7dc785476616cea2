/** Example schedule of a week, as rows of `window_rules` without the delivery type: two-hour windows every day. */
export const EXAMPLE_WINDOWS = {
  pickup: everyDay({ capacity: 10, preparation_minutes: 60 }),
  delivery: everyDay({ capacity: 5, preparation_minutes: 120 }),
} as const;

function everyDay(rule: { capacity: number; preparation_minutes: number }) {
  return [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    length_minutes: 120,
    cut_off: null,
    window_capacities: {},
    ...rule,
  }));
}
