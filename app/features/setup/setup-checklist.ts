import { listAuthenticators } from "#app/features/account/mfa.ts";
import { getStoreSettings } from "#app/features/settings/settings-queries.ts";
import { defaultStoreSettings, type StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";
import { isSameJson } from "#app/values/merge-changes.ts";

/** Step of the setup checklist. */
export interface FirstStep {
  title: string;
  /** good: done; note: optional; wrong: not done. */
  level: "good" | "note" | "wrong";
  text: string;
  /** Instructions for the owner, if no page of the store covers the step. */
  remedy?: string | undefined;
  /** Path of the page where the owner completes the step. */
  to?: string;
  /** Whether the step can be checked with a test email to the owner. */
  hasTestMail?: boolean;
  /** Whether the step can be checked with a test payment, without real money. */
  hasTestCharge?: boolean;
  /** Whether the step opens the store to the public. */
  opensStore?: boolean;
}

/** Settings and counts that the checklist needs. */
export interface ShopFacts {
  settings: StoreSettings;
  productCount: number;
  zoneCount: number;
  taxRateCount: number;
  hasMfa: boolean;
}

interface ServerFinding {
  subject: string;
  level: FirstStep["level"];
  text: string;
  remedy?: string;
}

/** Returns the setup checklist: the owner's steps, then the server's findings. */
export async function listFirstSteps(data: BrowserData): Promise<FirstStep[]> {
  const count = async (table: "products" | "delivery_zones" | "tax_rates") => {
    const { count: found, error } = await data.rest
      .from(table)
      .select(table === "tax_rates" ? "class_id" : "id", { count: "exact", head: true });
    if (error) throw new Error(error.message, { cause: error });
    return found ?? 0;
  };
  const [settings, productCount, zoneCount, taxRateCount, authenticators, findings] = await Promise.all([
    getStoreSettings(data),
    count("products"),
    count("delivery_zones"),
    count("tax_rates"),
    listAuthenticators(data),
    readWithRetries(["first-steps"], async () => readAnswer<ServerFinding[]>(await data.fetchApi("/first-steps"))),
  ]);
  const hasMfa = authenticators.length > 0;
  return [
    ...stepsOfOwner({ settings, productCount, zoneCount, taxRateCount, hasMfa }),
    ...findings.map(({ subject, ...found }) => ({
      title: subjectTitle(subject),
      ...found,
      ...(subject === "Backup" || subject === "Bucket" ? { to: "/desk/backups" } : {}),
      ...(subject === "Mail" ? { hasTestMail: true } : {}),
      ...(subject === "Test charge" ? { hasTestCharge: true } : {}),
    })),
  ];
}

/**
 * Sends a test email.
 * @returns the recipient's address
 * @throws Error with a message for users
 */
export async function sendTestMail(data: BrowserData): Promise<string> {
  const answer = await data.fetchApi("/first-steps/mail", { method: "POST" });
  return (await readAnswer<{ to: string }>(answer)).to;
}

/**
 * Opens the store to the public.
 * @throws Error with a message for users
 */
export async function openStore(data: BrowserData): Promise<void> {
  const { data: rows, error } = await data.rest
    .from("store_settings")
    .update({ is_open: true })
    .eq("id", true)
    .select("id");
  if (error) throw new Error(error.message, { cause: error });
  if (rows.length === 0) throw new Error(t("Only owners can open the store to the public."));
}

/** Result of a test payment, step by step. */
export interface ChargeTrial {
  isDone: boolean;
  steps: { level: FirstStep["level"]; text: string; remedy?: string }[];
}

/**
 * Makes a test payment.
 * @throws Error with a message for users
 */
export async function tryCharge(data: BrowserData): Promise<ChargeTrial> {
  return readAnswer<ChargeTrial>(await data.fetchApi("/first-steps/charge", { method: "POST" }));
}

export function stepsOfOwner(facts: ShopFacts): FirstStep[] {
  const { settings } = facts;
  const isSample = settings.phone === defaultStoreSettings.phone || settings.email === defaultStoreSettings.email;
  const isMissing = [settings.phone, settings.email, settings.street].includes("");
  const hasSampleHours = isSameJson(settings.openingHours, defaultStoreSettings.openingHours);
  return [
    {
      title: t("Name, address, and phone"),
      ...(isSample || isMissing
        ? {
            level: "wrong",
            text: isMissing
              ? t("Address, phone number, or email address is missing.")
              : t("The store still shows the phone number or email address of the demo store."),
          }
        : { level: "good", text: `${settings.name}, ${settings.street}, ${settings.phone}.` }),
      to: "/desk/settings/shop",
    },
    {
      title: t("Opening hours"),
      ...(hasSampleHours
        ? { level: "note", text: t("These are the default hours. Check that they are yours.") }
        : { level: "good", text: settings.openingHours.map(({ text }) => text).join(" · ") }),
      to: "/desk/settings/hours",
    },
    {
      title: t("First product"),
      ...(facts.productCount === 0
        ? { level: "wrong", text: t("No products yet. Add one.") }
        : { level: "good", text: t("{count} products in the catalog.", { count: facts.productCount }) }),
      to: "/condiments",
    },
    {
      title: t("Delivery zones"),
      ...(facts.zoneCount === 0
        ? {
            level: "note",
            text: t("Without zones, you deliver anywhere and agree on the fee by phone."),
          }
        : {
            level: "good",
            text: t("{count, plural, one {# zone.} other {# zones.}}", { count: facts.zoneCount }),
          }),
      to: "/desk/settings/zones",
    },
    {
      title: t("Sales tax"),
      ...(facts.taxRateCount === 0
        ? { level: "note", text: t("No tax rate is set. Ask an accountant what applies.") }
        : { level: "good", text: t("A tax rate is set.") }),
      to: "/desk/settings/tax",
    },
    {
      title: t("Your two-step verification"),
      ...(facts.hasMfa
        ? { level: "good", text: t("Two-step verification is on.") }
        : { level: "wrong", text: t("Anyone who learns your password can see all orders and refund money.") }),
      to: "/account",
    },
    {
      title: t("Open to the public"),
      ...(settings.isOpen
        ? { level: "good", text: t("Everyone can see the store.") }
        : isMissing || facts.productCount === 0
          ? { level: "wrong", text: t("Add the address, the phone number, and a product first.") }
          : {
              level: "wrong",
              text: t("The public sees “We open soon.” Look at the store, then open it."),
              opensStore: true,
            }),
    },
  ] satisfies FirstStep[];
}

/** Returns the heading of a server finding. */
function subjectTitle(subject: string): string {
  const titles: Readonly<Record<string, string>> = {
    Account: t("Account", {}, "at the payment provider"),
    Accounts: t("Accounts"),
    Address: t("Address"),
    Admins: t("Admins"),
    Backup: t("Backup"),
    Bucket: t("Bucket"),
    Mail: t("Mail"),
    "Test charge": t("Test charge"),
  };
  return titles[subject] ?? subject;
}
