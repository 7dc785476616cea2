import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";

/**
 * Returns which units of a line to pick: "Best before Dec 3 first", or that some are past their date.
 * @param bestBefore the earliest date on the shelf
 * @param today both `YYYY-MM-DD`, in the store's time zone
 */
export function pickDateText(bestBefore: string, today: string): string {
  // Days have no time zone, so the label is that of the day itself.
  const format = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
  const day = format.format(new Date(bestBefore));
  return bestBefore < today
    ? t("Check dates: some were best before {day}", { day })
    : t("Best before {day} first", { day });
}
