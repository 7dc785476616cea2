import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, findFreePort, type Sql } from "@calabash/data-service/database";
import { newDataDir, runProgram } from "#scripts/test-environment/shop-process.ts";
import { type Keys, loadKeys } from "#server/base/keys.ts";
import { type RunningS3Store, startS3Store } from "../../s3-store.ts";

export interface SharedStore {
  /** Database URL with superuser rights. */
  databaseUrl: URL;
  /** Connection with superuser rights. */
  owner: Sql;
  keys: Keys;
  s3: RunningS3Store;
  /** Environment of all processes, without keys, folder, and port. */
  shared: Record<string, string>;
  /** Environment of each process. */
  environments: Record<string, string>[];
  close(): Promise<void>;
}

/** Prepares an empty database and a bucket for processes of one store, each with its own data folder and port. */
export async function openSharedStore(serverUrl: string, options: { processes: number }): Promise<SharedStore> {
  const databaseName = `machines_${randomUUID().replaceAll("-", "")}`;
  const server = connect(serverUrl, { max: 1, applicationName: "machines test" });
  await server.script(`create database ${databaseName}`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${databaseName}`;
  const owner = connect(databaseUrl.href, { max: 1, applicationName: "machines test" });
  const s3 = await startS3Store();
  const [keysFolder = "", ...folders] = Array.from({ length: options.processes + 1 }, newDataDir);
  const keys = await loadKeys({ dataDir: keysFolder, keysSecret: null });
  const shared = {
    DATABASE_URL: databaseUrl.href,
    STORAGE_S3_BUCKET: s3.settings.name,
    STORAGE_S3_ENDPOINT: s3.settings.endpoint ?? "",
    STORAGE_S3_REGION: s3.settings.region,
    STORAGE_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    DRAIN_SECONDS: "1",
    // Pages and tokens contain it.
    PUBLIC_ORIGIN: "http://shop.test",
  };
  const environments = await Promise.all(
    folders.map(async (DATA_DIR) => ({
      ...shared,
      SHOP_KEYS: Buffer.from(JSON.stringify(keys)).toString("base64"),
      DATA_DIR,
      PORT: String(await findFreePort()),
    })),
  );
  return {
    databaseUrl,
    owner,
    keys,
    s3,
    shared,
    environments,
    close: async () => {
      s3.close();
      await owner.end();
      await server.script(`drop database ${databaseName} with (force)`);
      await server.end();
      for (const folder of [keysFolder, ...folders]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `npm run migrate`. @returns its output */
export async function migrate(environment: Record<string, string> | undefined): Promise<string> {
  return (await runProgram("migrate", environment ?? {})).output;
}

/** Adds completed orders of one customer without running triggers, like a restored backup. */
export async function addOldOrders(owner: Sql, count: number): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into public.orders (user_id, total, status, created_at, paid_at, paid_amount)
      select (select id from public.profiles order by id limit 1), 20, 'completed',
        now() - interval '1 year' * random(), now(), 20
      from generate_series(1, ${count}::int)`;
  });
  await owner`analyze public.orders`;
}
