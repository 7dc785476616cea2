import { listAuthenticators } from "#app/features/account/mfa.ts";
import { isStoreOpen } from "#app/features/store/store-opening.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readWithRetries } from "#app/platform/reads.ts";

/** Settings and counts that the checklist needs. */
export type ShopFacts = Awaited<ReturnType<typeof readFacts>>;

/** @throws when a request fails */
export async function readFacts(data: BrowserData) {
  const count = (table: "products" | "delivery_zones" | "tax_rates" | "window_rules") =>
    readWithRetries(["count", table], async () => {
      const { count: found, error } = await data.rest.from(table).select("*", { count: "exact", head: true });
      if (error) throw new Error(error.message, { cause: error });
      return found ?? 0;
    });
  const [settings, isOpen, hasConfirmedHours, productCount, windowRuleCount, zoneCount, taxRateCount, authenticators] =
    await Promise.all([
      getStoreSettings(data),
      isStoreOpen(data),
      readRow(["hours-confirmed"], () => data.rest.rpc("are_hours_confirmed")),
      count("products"),
      count("window_rules"),
      count("delivery_zones"),
      count("tax_rates"),
      listAuthenticators(data),
    ]);
  return {
    settings,
    /** Whether the public sees the store. */
    isOpen,
    hasConfirmedHours: hasConfirmedHours === true,
    productCount,
    /** Days with pickup or delivery times. */
    windowRuleCount,
    zoneCount,
    taxRateCount,
    hasMfa: authenticators.length > 0,
  };
}

/** Returns the heading of a server finding. */
export function subjectTitle(subject: string): string {
  const titles: Readonly<Record<string, string>> = {
    Account: t("Account", {}, "at the payment provider"),
    Accounts: t("Accounts"),
    Address: t("Address"),
    Admins: t("Admins"),
    Backup: t("Backup"),
    Bucket: t("Bucket"),
    Disk: t("Disk"),
    Mail: t("Mail"),
  };
  return titles[subject] ?? subject;
}
