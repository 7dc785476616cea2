import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";

/** A session of the account in some browser. */
export type AccountSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Returns the current session first, then the others by last use. @throws ReadRejectedError */
export async function listSessions(data: BrowserData) {
  const rows = rowsOf(await data.rest.rpc("list_sessions"));
  return (rows ?? []).map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    /** ISO 8601 */
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }));
}

/** A session that has already ended is a success. */
export async function endSession(data: BrowserData, sessionId: string): Promise<void> {
  const { error, status } = await data.rest.rpc("end_session", { session_id: sessionId });
  if (error && status !== 404) throw new Error(t("We couldn't log out this device. Try again."));
}

/** The first match wins: most browsers also send the names of browsers further down the list. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const devices = (): typeof BROWSERS => [
  [/\biPhone\b/, t("an iPhone")],
  [/\biPad\b/, t("an iPad")],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, t("a Chromebook")],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, t("a Mac")],
  [/\bLinux\b/, "Linux"],
];

/** Returns the names of browser and device for a user agent. */
export function deviceName(userAgent: string | null): string {
  const find = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent ?? ""))?.[1];
  const [browser, device] = [find(BROWSERS), find(devices())];
  if (browser && device) return t("{browser} on {device}", { browser, device });
  return browser ?? (device ? t("Unknown browser on {device}", { device }) : t("An unknown device"));
}
