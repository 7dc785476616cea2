import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, amountText, centsTyped, moneyProblem } from "#app/values/money.ts";

/** Which customers may pay pickup orders in the store. */
export type PayInStoreSettings = Awaited<ReturnType<typeof getPayInStoreSettings>>;

/** Form values; numbers and money are still text. */
export type PayInStoreDraft = ReturnType<typeof payInStoreDraft>;

export function payInStoreDraft(settings: PayInStoreSettings) {
  return {
    isOn: settings.isOn,
    maxTotal: amountText(settings.maxTotalCents),
    needsCompletedOrder: settings.needsCompletedOrder,
    graceMinutes: String(settings.graceMinutes),
    maxNoShows: String(settings.maxNoShows),
  };
}

/** Returns error messages by field, with the limits of the table's check constraints. */
export function payInStoreProblems(draft: PayInStoreDraft) {
  const cents = centsTyped(draft.maxTotal) ?? 0;
  return {
    maxTotal:
      moneyProblem(draft.maxTotal) ??
      (cents < 100 || cents > 1_000_000 ? t("Enter an amount from $1.00 to $10,000.00") : undefined),
    graceMinutes:
      (wholeNumberTyped(draft.graceMinutes) ?? Infinity) > 1440 ? t("Enter whole minutes from 0 to 1,440") : undefined,
    maxNoShows:
      (wholeNumberTyped(draft.maxNoShows) ?? Infinity) > 100 ? t("Enter a whole number from 0 to 100") : undefined,
  };
}

/**
 * Returns the settings: whether only customers with a completed order may pay in the store, and the number of missed
 * pickups from which a customer may not (0 for no limit).
 */
export async function getPayInStoreSettings(data: BrowserData) {
  return readWithRetries(["pay-in-store-settings"], async () => {
    const row = rowsOf(
      await data.rest
        .from("pay_in_store_settings")
        .select("is_on, max_total, needs_completed_order, grace_minutes, max_no_shows")
        .single(),
    );
    if (!row) throw new Error("The settings of payment in the store are missing.");
    return camelCased(row, "max_total");
  });
}

/** @returns the error message; null on success */
export async function savePayInStoreSettings(
  data: BrowserData,
  before: PayInStoreSettings,
  draft: PayInStoreDraft,
): Promise<string | null> {
  const { error } = await saveMerged({
    before: settingsRow(payInStoreDraft(before)),
    mine: settingsRow(draft),
    subject: t("Payment in the store"),
    labels: {
      is_on: t("Offer payment in the store"),
      max_total: t("Up to this total in dollars"),
      needs_completed_order: t("Customers with a completed order"),
      grace_minutes: t("Grace time in minutes"),
      max_no_shows: t("Stop offering it after this many missed pickups"),
    },
    write: rowWriter(data, "pay_in_store_settings", { id: true }),
  });
  if (error) console.error(error);
  return error ? t("We couldn't save the settings. Try again.") : null;
}

function settingsRow(draft: PayInStoreDraft) {
  return {
    is_on: draft.isOn,
    max_total: amountFrom(centsTyped(draft.maxTotal) ?? 0),
    needs_completed_order: draft.needsCompletedOrder,
    grace_minutes: wholeNumberTyped(draft.graceMinutes) ?? 0,
    max_no_shows: wholeNumberTyped(draft.maxNoShows) ?? 0,
  };
}
