import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { deviceName } from "./device-name.ts";

/** A session of the account in some browser. */
export interface AccountSession {
  id: string;
  device: string;
  /** ISO 8601 */
  lastUsedAt: string;
  isCurrent: boolean;
}

/**
 * Returns the current session first, then the others by last use.
 * @throws ReadRejectedError
 */
export async function listSessions(data: BrowserData): Promise<AccountSession[]> {
  const rows = rowsOf(await data.rest.rpc("list_sessions"));
  return (rows ?? []).map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }));
}

/** @returns the message on failure, null on success; a session that has already ended is a success */
export async function endSession(data: BrowserData, sessionId: string): Promise<string | null> {
  const { error, status } = await data.rest.rpc("end_session", { session_id: sessionId });
  if (!error || status === 404) return null;
  return t("We couldn't log out this device. Try again.");
}
