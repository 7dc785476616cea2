import { sendReauthenticated } from "#app/features/account/account.ts";
import type { ReauthenticatedChange, ReauthenticationInput } from "#app/features/account/reauthentication.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";

export interface Backup {
  name: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  bytes: number;
  /** False if stored files were missing. */
  isComplete: boolean;
  /** "here" is the server's disk. */
  places: ("here" | "bucket")[];
}

export interface ListedBackups {
  /** Newest first; null if a hosted project makes the backups. */
  backups: Backup[] | null;
  /** Null if no bucket is configured; `problem`: why it could not be read, or why the last upload failed. */
  bucket: { place: string; problem: string | null } | null;
}

export function listBackups(data: BrowserData): Promise<ListedBackups> {
  return readWithRetries(["backups"], async () => readAnswer<ListedBackups>(await data.fetchApi("/backups")));
}

/** Creates a backup and sends it to the bucket. @throws Error with a message for users */
export async function makeBackup(data: BrowserData): Promise<ListedBackups> {
  return readAnswer<ListedBackups>(await data.fetchApi("/backups", { method: "POST" }));
}

/** Returns a text about where a backup is stored; null if there is only one place. */
export function placesText({ places }: Backup, { bucket }: ListedBackups): string | null {
  if (!bucket) return null;
  if (!places.includes("here")) return t("Only in the cloud storage");
  if (places.includes("bucket")) return t("Here and in the cloud storage");
  return bucket.problem === null ? t("Not in the cloud storage") : t("Cloud storage not checked");
}

/** Downloads a backup; requires reauthentication. */
export async function downloadBackup(
  data: BrowserData,
  name: string,
  typed: ReauthenticationInput,
): Promise<ReauthenticatedChange<{ content: Blob }>> {
  const request = { method: "POST", path: "/backups/download", body: { name } } as const;
  const sent = await sendReauthenticated(data, typed, request, t("We couldn't send the backup. Try again."));
  return sent.kind === "done" ? { kind: "done", content: await sent.answer.blob() } : sent;
}

/** Returns text such as "1.2 MB". */
export function sizeText(bytes: number): string {
  return bytes < 1e6
    ? t("{size} kB", { size: Math.max(1, Math.round(bytes / 1e3)) })
    : t("{size} MB", { size: (bytes / 1e6).toFixed(1) });
}
