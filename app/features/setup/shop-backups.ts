import { type Addresses, enterByCode, sendEntryCode } from "#app/features/account/account.ts";
import type { ReauthenticatedChange } from "#app/features/account/reauthentication.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readErrorBody, readWithRetries } from "#app/platform/reads.ts";

export interface Backup {
  name: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  bytes: number;
  /** On the server's disk, in the bucket, or in both. */
  places: ("here" | "bucket")[];
}

export interface ListedBackups {
  /** The newest first; null where a hosted project makes them. */
  backups: Backup[] | null;
  /** Null where none is set. */
  bucket: { place: string; problem: string | null } | null;
}

export function listBackups(data: BrowserData): Promise<ListedBackups> {
  return readWithRetries(["backups"], async () => readAnswer<ListedBackups>(await data.fetchApi("/backups")));
}

/** Creates a backup and sends it to the bucket. @throws Error with a message for people */
export async function makeBackup(data: BrowserData): Promise<ListedBackups> {
  return readAnswer<ListedBackups>(await data.fetchApi("/backups", { method: "POST" }));
}

/** Returns where a backup is stored; null if there is only one place. */
export function placesText({ places }: Backup, { bucket }: ListedBackups): string | null {
  if (!bucket) return null;
  if (!places.includes("here")) return "Only in the cloud storage";
  if (places.includes("bucket")) return "Here and in the cloud storage";
  return bucket.problem === null ? "Not in the cloud storage" : "Cloud storage not checked";
}

/** @param proof.code of the message that an earlier try had sent */
export async function downloadBackup(
  data: BrowserData,
  owner: Addresses,
  name: string,
  reauthentication: { current: string; code: string },
): Promise<ReauthenticatedChange<{ content: Blob }>> {
  const rejection = reauthentication.code === "" ? null : await enterByCode(data, owner, reauthentication.code);
  if (rejection !== null) return { kind: "rejected", message: rejection };
  const answer = await data.fetchApi("/backups/download", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name,
      ...(reauthentication.current === "" ? {} : { current_password: reauthentication.current }),
    }),
  });
  if (answer.ok) return { kind: "done", content: await answer.blob() };
  const body = await readErrorBody(answer);
  if (body.code !== "current_password_required") {
    return { kind: "rejected", message: body.error ?? "We couldn't send the backup. Try again." };
  }
  const sent = await sendEntryCode(data, owner);
  return sent.kind === "rejected" ? sent : { kind: "code-needed" };
}

/** "1.2 MB" */
export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
