import { localHoursText } from "#app/features/store/opening-hours.ts";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isSameJson } from "#app/values/merge-changes.ts";
import { EXAMPLE_WINDOWS } from "./example-windows.ts";
import { readFacts, type ShopFacts, subjectTitle } from "./setup-facts.ts";

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
  /** Whether the step can be completed with example zones, times, and tax. */
  hasExamples?: boolean;
  /** Whether the step can be checked with a test email to the owner. */
  hasTestMail?: boolean;
  /** Whether the step can be checked with a test payment, without real money. */
  hasTestCharge?: boolean;
  /** Whether the step is done once the owner confirms the hours. */
  confirmsHours?: boolean;
  /** Whether the step opens the store to the public. */
  opensStore?: boolean;
}

/** Setup checklist: the eight steps of the owner, and what the server has found. */
export type SetupChecklist = { steps: FirstStep[]; findings: FirstStep[] };

export async function getSetupChecklist(data: BrowserData): Promise<SetupChecklist> {
  const [facts, found] = await Promise.all([
    readFacts(data),
    readWithRetries(["first-steps"], async () =>
      readAnswer<{ subject: string; level: FirstStep["level"]; text: string; remedy?: string }[]>(
        await data.fetchApi("/first-steps"),
      ),
    ),
  ]);
  const charge = found.find(({ subject }) => subject === "Test charge");
  const steps = stepsOfOwner(facts);
  if (charge) {
    const { subject: _, ...result } = charge;
    steps.splice(-1, 0, { title: t("Payments"), ...result, hasTestCharge: true });
  }
  return {
    steps,
    findings: found
      .filter((finding) => finding !== charge)
      .map(({ subject, ...finding }) => ({
        title: subjectTitle(subject),
        ...finding,
        ...(subject === "Backup" || subject === "Bucket" ? { to: "/desk/backups" } : {}),
        ...(subject === "Mail" ? { hasTestMail: true } : {}),
      })),
  };
}

/** Returns the first step that is left before the store opens; null if only opening is left. */
export async function findNextStep(data: BrowserData): Promise<FirstStep | null> {
  return stepsOfOwner(await readFacts(data)).find(({ level, opensStore }) => level !== "good" && !opensStore) ?? null;
}

/**
 * Fills in example zones, times, and a tax rate, each only where the store has none.
 * @param today in the store's time zone
 * @throws Error with a message for users
 */
export async function saveExamples(data: BrowserData, today: string): Promise<void> {
  const { rest } = data;
  const isEmpty = async (table: "delivery_zones" | "tax_rates" | "window_rules", only = {}) => {
    const { count } = await rest.from(table).select("*", { count: "exact", head: true }).match(only).throwOnError();
    return count === 0;
  };
  if (await isEmpty("delivery_zones")) {
    const near = { name: t("Near"), max_miles: 10, fee: 5, free_from: 60, min_order: 20 };
    const far = { name: t("Farther"), max_miles: 20, fee: 10, free_from: 100, min_order: 30 };
    await rest.from("delivery_zones").insert([near, far]).throwOnError();
  }
  for (const delivery_type of ["pickup", "delivery"] as const) {
    if (!(await isEmpty("window_rules", { delivery_type }))) continue;
    const rules = EXAMPLE_WINDOWS[delivery_type];
    await rest.rpc("save_window_rules", { delivery_type, expected: [], rules }).throwOnError();
    const on = delivery_type === "pickup" ? { pickup_windows: true } : { delivery_windows: true };
    const { data: rows } = await rest.from("store_settings").update(on).eq("id", true).select("id").throwOnError();
    if (rows.length === 0) throw new Error(t("Only owners and managers can change settings."));
  }
  if (await isEmpty("tax_rates")) {
    // A new store has two classes: exempt food, and what is taxed.
    const { data: taxed } = await rest
      .from("tax_classes")
      .select("id")
      .order("id")
      .range(1, 1)
      .maybeSingle()
      .throwOnError();
    if (taxed)
      await rest.from("tax_rates").insert({ class_id: taxed.id, valid_from: today, percent: 8.25 }).throwOnError();
  }
}

/** Records that the opening hours are the store's own. @throws Error with a message for users */
export async function confirmHours(data: BrowserData): Promise<void> {
  rowsOf(await data.rest.rpc("confirm_hours"));
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

/** Result of a test payment, step by step. */
export interface ChargeTrial {
  isDone: boolean;
  steps: { level: FirstStep["level"]; text: string; remedy?: string }[];
}

/** Makes a test payment. @throws Error with a message for users */
export async function tryCharge(data: BrowserData): Promise<ChargeTrial> {
  return readAnswer<ChargeTrial>(await data.fetchApi("/first-steps/charge", { method: "POST" }));
}

export function stepsOfOwner(facts: ShopFacts): FirstStep[] {
  const { settings } = facts;
  const isSample = settings.phone === defaultStoreSettings.phone || settings.email === defaultStoreSettings.email;
  const isMissing = [settings.phone, settings.email, settings.street].includes("");
  const hasSampleHours =
    !facts.hasConfirmedHours && isSameJson(settings.openingHours, defaultStoreSettings.openingHours);
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
        ? {
            level: "note",
            text: t("Are these yours? {hours}", { hours: settings.openingHours.map(localHoursText).join(" · ") }),
            confirmsHours: true,
          }
        : { level: "good", text: settings.openingHours.map(localHoursText).join(" · ") }),
      to: "/desk/settings/hours",
    },
    {
      title: t("First product"),
      ...(facts.productCount === 0
        ? { level: "wrong", text: t("No products yet. Add one.") }
        : { level: "good", text: t("{count} products in the catalog.", { count: facts.productCount }) }),
      to: facts.productCount === 0 ? "/desk/products/new" : "/desk/products",
    },
    {
      title: t("Pickup and delivery times"),
      ...(facts.windowRuleCount === 0
        ? { level: "note", text: t("Without times, you agree on them by phone."), hasExamples: true }
        : { level: "good", text: t("Times are set.") }),
      to: "/desk/settings/windows",
    },
    {
      title: t("Delivery and tax"),
      ...(facts.zoneCount === 0
        ? {
            level: "note",
            text: t("Without zones, you deliver anywhere and agree on the fee by phone."),
            hasExamples: facts.windowRuleCount > 0,
          }
        : facts.taxRateCount === 0
          ? { level: "note", text: t("No tax rate is set. Ask an accountant what applies.") }
          : {
              level: "good",
              text: t("{count, plural, one {# zone} other {# zones}}, and a tax rate.", { count: facts.zoneCount }),
            }),
      to: facts.zoneCount > 0 && facts.taxRateCount === 0 ? "/desk/settings/tax" : "/desk/settings/zones",
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
      ...(facts.isOpen
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

/**
 * Returns the open steps of the setup checklist, including backups; for the owner. Slow, because the server checks
 * email and payments.
 */
export async function listSetupDecisions(data: BrowserData): Promise<{ text: string; to: string }[]> {
  const { steps, findings } = await getSetupChecklist(data);
  const left = [...steps, ...findings].filter(({ level }) => level === "wrong");
  const backups = left.filter(({ to }) => to === "/desk/backups");
  const stepCount = left.length - backups.length;
  return [
    ...backups.map(({ text, to }) => ({ text, to: to ?? "/desk/backups" })),
    ...(stepCount === 0
      ? []
      : [
          {
            text: t("{count, plural, one {# setup step to do} other {# setup steps to do}}", { count: stepCount }),
            to: "/desk/first-steps",
          },
        ]),
  ];
}
