import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";

/**
 * Returns which units of a line to pick first, such as "Best before Dec 3 first", or that some are past their date.
 * @param bestBefore earliest date on the shelf, `YYYY-MM-DD`
 * @param today `YYYY-MM-DD` in the store's time zone
 */
export function pickDateText(bestBefore: string, today: string): string {
  // A date has no time zone; formatting it in UTC keeps the day.
  const format = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
  const day = format.format(new Date(bestBefore));
  return bestBefore < today
    ? t("Check dates: some were best before {day}", { day })
    : t("Best before {day} first", { day });
}
