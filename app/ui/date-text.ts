const SHOP_TIME_ZONE = "America/Chicago";

const dayAndTime = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  hour12: true,
  timeZone: SHOP_TIME_ZONE,
});

/** "Nov 21, 2026, 3:05 PM" on the shop's clock. Takes an instant as the data service writes it. */
export function dateTimeText(instant: string): string {
  // Node and browsers differ in the space before AM and PM, which would break hydration.
  return dayAndTime.format(new Date(instant)).replaceAll("\u202f", " ");
}
