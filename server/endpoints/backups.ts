import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { IncompleteBackup } from "#server/backups/create-backup.ts";
import type { ShopBackups } from "#server/backups/shop-backups.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { rejectLargeBody } from "./caller.ts";
import { NOT_FOUND, readOwner, readReauthenticatedOwner } from "./owner.ts";

const NO_SUCH_BACKUP = { error: "This backup doesn't exist." };

/**
 * For the owner, with their bearer token:
 * `GET /backups` lists them as `{ backups: [{ name, madeAt, bytes, places: [here, bucket] }], bucket: { place, problem }
 * | null }`, the newest first; `backups` is null where a hosted project makes them itself. `POST /backups` makes one now,
 * sends it to the bucket, and answers as GET does; 500 with `{ error }` if it was made without stored files that are missing.
 * `POST /backups/download` with `{ name, current_password }` sends one as a file. Whoever has it has every account,
 * order and key: a session alone is not enough, and it is noted in the shop's history.
 * Errors, as `{ error }`: 401 without a valid token, 404 for everybody but the owner and for a backup that is not there;
 * for a download 403, 400 and 429 as `readReauthenticatedOwner`.
 */
export function createBackupEndpoints({ data, backups }: { data: ShopData; backups: ShopBackups | null }): Hono {
  const list = async () => (await backups?.list()) ?? { backups: null, bucket: null };
  return new Hono()
    .get("/backups", async (c) => {
      const { rejection } = await readOwner(data, c);
      return rejection ?? c.json(await list());
    })
    .post("/backups", async (c) => {
      const { rejection } = await readOwner(data, c);
      if (rejection) return rejection;
      if (!backups) return c.json(NOT_FOUND, 404);
      try {
        await backups.make();
      } catch (error) {
        if (!(error instanceof IncompleteBackup)) throw error;
        return c.json({ error: error.message }, 500);
      }
      return c.json(await list());
    })
    .post("/backups/download", limitBody({ maxSize: 4096, onError: rejectLargeBody }), async (c) => {
      const { rejection, token, body } = await readReauthenticatedOwner(data, c);
      if (rejection) return rejection;
      const name = String(fieldsOf(body)["name"] ?? "");
      const backup = await backups?.read(name);
      if (!backup) return c.json(NO_SUCH_BACKUP, 404);
      await data
        .as(token)
        .rpc("log_export", { subject: `Backup ${name}` })
        .throwOnError();
      return c.body(backup.content, 200, {
        "content-type": "application/gzip",
        "content-length": String(backup.bytes),
        "content-disposition": `attachment; filename="${name}"`,
      });
    });
}
