import { getSetupChecklist } from "#app/features/setup/setup-checklist.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { type Decision, type Today, type TodayRow, todayFromRow } from "./today.ts";

/** Reads the figures of the Today page, for the owner and managers. */
export async function getToday({ rest }: BrowserData): Promise<Today> {
  const row = await readWithRetries(["today"], async () => jsonOf<TodayRow>(await rest.rpc("read_today")));
  return todayFromRow(row);
}

/**
 * Returns the open steps of the setup checklist, including backups; for the owner. Slow, because the server checks
 * email and payments.
 */
export async function listSetupDecisions(data: BrowserData): Promise<Decision[]> {
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
