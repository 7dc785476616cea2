import { join } from "node:path";
import { StartError } from "../start-error.ts";
import type { Sql } from "./connect.ts";
import { connect, rolePassword, urlAs } from "./connect.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { applyMigrations } from "./migrations.ts";
import { openRequestPools, type RequestPools } from "./request-pools.ts";

export interface Database {
  /** With the owner's rights: for migrations, seeds and the keeper of the lock. Never for requests. */
  admin: Sql;
  /** As `authenticator`, which may only become anon, authenticated or service_role. */
  requests: RequestPools;
  /** As `supabase_auth_admin`: the auth schema and nothing else. */
  auth: Sql;
  /** The owner's address, for tools that bring their own connection. */
  adminUrl: string;
  /** Where the database is, without its password. */
  place: string;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  dataDir: string;
  /** A server of the shopkeeper's own; undefined for the one from npm. */
  databaseUrl: string | undefined;
  /** The superuser's password of the database from npm. */
  password: string;
  /** Written beside the lock, for whoever finds it taken. */
  owner: string;
  say: (line: string) => void;
}

/**
 * Brings up PostgreSQL, takes the lock of this data folder, and makes roles and the auth and storage
 * schemas.
 * @throws StartError when the folder is in use or the server cannot be reached
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const embedded = options.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: options.dataDir,
        password: options.password,
        say: options.say,
      });
  const adminUrl = options.databaseUrl ?? embedded?.url ?? "";
  const admin = connect(adminUrl, { max: 3, applicationName: "calabash owner" });
  const pools = [admin];
  const close = async () => {
    await endAll(pools);
    await embedded?.stop();
  };
  try {
    await reach(admin, adminUrl);
    if (embedded) await takeLock(adminUrl, options, pools);
    await applyMigrations(admin, {
      folder: join(import.meta.dirname, "schema"),
      schema: "data_service",
      owner: null,
    });
    await setPasswords(admin, adminUrl);
  } catch (error) {
    // A database that another shop uses must go on running.
    await endAll(pools);
    if (!(error instanceof DataFolderInUse)) await embedded?.stop();
    throw error;
  }
  const requests = openRequestPools(urlAs(adminUrl, "authenticator"));
  const auth = connect(urlAs(adminUrl, "supabase_auth_admin"), {
    max: 6,
    applicationName: "calabash auth",
    statementTimeoutMs: 4_000,
  });
  pools.push(...Object.values(requests), auth);
  return { admin, requests, auth, adminUrl, place: placeOf(adminUrl), close };
}

class DataFolderInUse extends StartError {}

async function reach(admin: Sql, url: string): Promise<void> {
  try {
    await admin`select 1`;
  } catch (error) {
    throw new StartError(
      `The database at ${placeOf(url)} cannot be reached: ${(error as Error).message}`,
      "Check DATABASE_URL and that the server runs, or unset it to use the database from npm.",
    );
  }
}

/**
 * One shop to a data folder. The lock is a session's advisory lock on a connection that stays open, so
 * that it is gone the moment its process is, however that ended.
 */
async function takeLock(adminUrl: string, options: OpenDatabaseOptions, pools: Sql[]): Promise<void> {
  // The name is cut by the server at 63 characters.
  const keeper = connect(adminUrl, {
    max: 1,
    applicationName: `calabash lock: ${options.owner}`,
  });
  pools.push(keeper);
  const [row] = await keeper<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtext('calabash shop')) as taken`;
  if (row?.taken) return;
  const [holder] = await keeper<{ name: string }[]>`
    select application_name as name from pg_stat_activity
    where application_name like 'calabash lock: %' and pid <> pg_backend_pid() limit 1`;
  const who = holder ? ` (${holder.name.replace("calabash lock: ", "")})` : "";
  throw new DataFolderInUse(
    `The data folder ${options.dataDir} is in use by another running shop${who}.`,
    "Stop that shop, or choose another folder with DATA_DIR and another PORT.",
  );
}

async function endAll(pools: Sql[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
}

async function setPasswords(admin: Sql, adminUrl: string): Promise<void> {
  for (const role of ["authenticator", "supabase_auth_admin"]) {
    // ALTER ROLE takes no parameters; the password is our own base64url text.
    await admin.script(`alter role ${role} password '${rolePassword(adminUrl, role)}'`);
  }
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
