import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { IncompleteBackup } from "#server/backups/create-backup.ts";
import type { ShopBackups } from "#server/backups/shop-backups.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { limitSmallBody } from "./caller.ts";
import { notFound, requireOwner, requireReauthenticatedOwner } from "./owner.ts";

const noSuchBackup = () => ({ error: t("This backup doesn't exist.") });

/**
 * Creates the backup endpoints for the owner, with their bearer token.
 * `GET /backups` returns `{ backups: [{ name, madeAt, bytes, places: [here, bucket] }], bucket: { place, problem } |
 * null }`, newest first; `backups` is null with a hosted project, which has its own. `POST /backups` creates a backup
 * now, uploads it to the bucket, and returns the same as GET; 500 with `{ error }` if stored files are missing from it.
 * `POST /backups/download` with `{ name, current_password }` sends a backup as a file. The file contains every account,
 * order, and key, so it requires reauthentication, and the download is recorded in the audit log.
 * Errors, as `{ error }`: 401 without a valid token, 404 for others and for an unknown backup; for a download also 403,
 * 400, and 429 as in `requireReauthenticatedOwner`.
 */
export function createBackupEndpoints({ data, backups }: { data: ShopData; backups: ShopBackups | null }): Hono {
  const list = async () => (await backups?.list()) ?? { backups: null, bucket: null };
  return new Hono()
    .get("/backups", async (c) => {
      await requireOwner(data, c);
      return c.json(await list());
    })
    .post("/backups", async (c) => {
      await requireOwner(data, c);
      if (!backups) return c.json(notFound(), 404);
      try {
        await backups.make();
      } catch (error) {
        if (!(error instanceof IncompleteBackup)) throw error;
        return c.json({ error: error.message }, 500);
      }
      return c.json(await list());
    })
    .post("/backups/download", limitSmallBody, async (c) => {
      const { token, body } = await requireReauthenticatedOwner(data, c);
      const name = String(fieldsOf(body)["name"] ?? "");
      const backup = await backups?.read(name);
      if (!backup) return c.json(noSuchBackup(), 404);
      try {
        await data
          .as(token)
          .rpc("log_export", { subject: `Backup ${name}` })
          .throwOnError();
      } catch (error) {
        await backup.content.cancel();
        throw error;
      }
      return c.body(backup.content, 200, {
        "content-type": "application/gzip",
        "content-length": String(backup.bytes),
        "content-disposition": `attachment; filename="${name}"`,
      });
    });
}
