import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import { messageOf } from "../unknown-value.ts";
import { type ConnectOptions, connect, rolePassword, type Sql, urlAs } from "./connect.ts";
import { isDatabaseError } from "./database-error.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { type Listener, type ListenerOptions, openListener } from "./listener.ts";
import { applyMigrations, checkMigrations, type MigrationSet } from "./migrations.ts";
import { DEFAULT_CONNECTIONS, splitConnections } from "./pool-sizes.ts";
import type { ObserveQueries } from "./query-event.ts";
import { openRequestPools, type RequestPools } from "./request-pools.ts";
import { startingAlone } from "./start-lock.ts";
import { DataFolderInUse, requireFreeFolder, superviseDatabase } from "./supervisor.ts";
import { findWriteHost, followWriteHost, placeOf } from "./write-host.ts";

const AUTH_STATEMENT_MS = 4_000;

/** Folder of the data service's own migrations. */
export const OWN_MIGRATIONS = join(import.meta.dirname, "schema");

export interface Database {
  /** Has the owner's rights: for migrations and seeding, until `endAdmin`, and never for requests. */
  admin: Sql;
  /** Connects as `authenticator`, which may only become anon, authenticated or service_role. */
  requests: RequestPools;
  /** Connects as `supabase_auth_admin`, which can access only the auth schema. */
  auth: Sql;
  /** Listens to a notification channel on a separate connection. */
  listen(options: ListenerOptions): Pick<Listener, "end">;
  /** URL with the owner's rights at startup, for tools that open their own connection. */
  adminUrl: string;
  /** Current URL with the owner's rights, which changes when the database moves to another host or port. */
  currentUrl(): string;
  /** Location of the database, without its password. */
  place: string;
  /** Closes the connections with the owner's rights after startup. */
  endAdmin(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  dataDir: string;
  /** URL of the owner's own server, possibly with several hosts; undefined for the embedded server from npm. */
  databaseUrl: string | undefined;
  /**
   * URL of a pooler in transaction mode in front of that server, for requests; undefined without one. Migrations,
   * session locks, and LISTEN bypass it.
   */
  poolUrl?: string | undefined;
  /** Superuser's password of the embedded server. */
  password: string;
  /** Stored with the lock, to show who holds it. */
  owner: string;
  print: (line: string) => void;
  /** Subset of the service's own migrations, to create an older database; by default all. */
  onlyMigrations?: ReadonlySet<string>;
  /** Checks whether the program fits the database, before anything is changed. */
  checkFirst?: (admin: Sql) => Promise<unknown>;
  /** Called after the embedded server stopped unexpectedly and was restarted. */
  onRestarted?: () => void;
  /** Called if the embedded server stopped and cannot be restarted. */
  onAbandoned?: (error: StartError) => void;
  /** Connections of this process for requests and logins; by default `DEFAULT_CONNECTIONS`. */
  connections?: number | undefined;
  /** Called after each statement or transaction of requests and logins. */
  observe?: ObserveQueries;
}

/**
 * Starts or connects to PostgreSQL, locks the data folder, and creates roles and the auth and storage schemas. The
 * embedded server is restarted if it stops.
 * @throws StartError if the folder is in use or no server that accepts writes can be reached
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (!options.databaseUrl) requireFreeFolder(options.dataDir);
  const embedded = options.databaseUrl ? null : await startEmbeddedPostgres(options);
  const adminUrl = options.databaseUrl ? await findWriteHost(options.databaseUrl) : (embedded?.url ?? "");
  const host = followWriteHost(options.databaseUrl ?? adminUrl, adminUrl, (url) => {
    moveTo(url);
    options.print(`The database is at ${placeOf(url)} now.`);
  });
  const { moveTo, ...database } = openPools(adminUrl, { ...options, onLost: host.look });
  const { admin } = database;
  const ends: (() => Promise<unknown>)[] = [() => embedded?.stop() ?? Promise.resolve()];
  const close = async () => {
    await host.end();
    await database.close();
    for (const end of ends.toReversed()) await end();
  };
  try {
    await reach(admin, adminUrl, embedded);
    if (embedded) {
      const { onRestarted = () => undefined, onAbandoned = () => undefined } = options;
      const supervisor = await superviseDatabase({ ...options, embedded, onMoved: moveTo, onRestarted, onAbandoned });
      ends.push(() => supervisor.end());
    }
    await startingAlone(admin, async () => {
      const own: MigrationSet = {
        folder: OWN_MIGRATIONS,
        schema: "data_service",
        ...(options.onlyMigrations ? { only: options.onlyMigrations } : {}),
      };
      await checkMigrations(admin, own);
      await options.checkFirst?.(admin);
      await applyMigrations(admin, own, { print: options.print });
      await setPasswords(admin, adminUrl);
      if (options.poolUrl) await setRoleSettings(admin);
    });
  } catch (error) {
    // Leave the server running, because another store uses it.
    if (error instanceof DataFolderInUse) ends.shift();
    await close();
    throw error;
  }
  return { ...database, close };
}

/**
 * Opens the pools of an existing database; connections are opened on first use.
 * @param options see `OpenDatabaseOptions`
 */
export function openPools(
  adminUrl: string,
  options: Pick<OpenDatabaseOptions, "poolUrl" | "connections" | "observe"> & Pick<ConnectOptions, "onLost"> = {},
): Database & { moveTo(url: string): void } {
  const { poolUrl, observe, onLost } = options;
  const sizes = splitConnections(options.connections ?? DEFAULT_CONNECTIONS);
  let ownerUrl = adminUrl;
  const asRole = (role: string, address?: string) => (url: string) => urlAs(url, role, address);
  const admin = connect(adminUrl, { max: 3, applicationName: "calabash owner", onLost });
  const isPooled = poolUrl !== undefined;
  const requests = openRequestPools(urlAs(adminUrl, "authenticator", poolUrl), sizes, { isPooled, observe, onLost });
  const auth = connect(urlAs(adminUrl, "supabase_auth_admin", poolUrl), {
    max: sizes.auth,
    applicationName: "calabash auth",
    statementTimeoutMs: AUTH_STATEMENT_MS,
    isPooled,
    observe,
    onLost,
  });
  const pools = new Map<Pick<Sql, "end" | "moveTo">, (url: string) => string>([[admin, (url) => url]]);
  for (const pool of Object.values(requests)) pools.set(pool, asRole("authenticator", poolUrl));
  pools.set(auth, asRole("supabase_auth_admin", poolUrl));
  return {
    admin,
    requests,
    auth,
    listen: (listening) => {
      const asListener = asRole("authenticator");
      const listener = openListener(asListener(ownerUrl), listening);
      pools.set(listener, asListener);
      return {
        end: async () => {
          pools.delete(listener);
          await listener.end();
        },
      };
    },
    adminUrl,
    currentUrl: () => ownerUrl,
    place: placeOf(adminUrl),
    endAdmin: async () => {
      if (pools.delete(admin)) await admin.end();
    },
    moveTo: (url) => {
      ownerUrl = url;
      for (const [pool, addressOf] of pools) pool.moveTo(addressOf(url));
    },
    close: async () => {
      await Promise.all([...pools.keys()].map((pool) => pool.end()));
    },
  };
}

async function reach(admin: Sql, url: string, embedded: EmbeddedPostgres | null): Promise<void> {
  try {
    await admin`select 1`;
  } catch (error) {
    if (embedded && isDatabaseError(error) && error.code === "28P01") {
      if (!embedded.wasRunning) await embedded.stop();
      throw new StartError(
        "The database in the data folder rejects the password in keys.json.",
        "Restore the keys.json that belongs to this database. Without it, run `npm run db:password` to set the database's password to the one in keys.json.",
      );
    }
    throw new StartError(
      `The database at ${placeOf(url)} cannot be reached: ${messageOf(error)}`,
      embedded
        ? `Read ${embedded.logFile}.`
        : "Check DATABASE_URL and that the server is running, or unset it to use the embedded database.",
    );
  }
}

async function setPasswords(admin: Sql, adminUrl: string): Promise<void> {
  for (const role of ["authenticator", "supabase_auth_admin"]) {
    // ALTER ROLE takes no parameters; the password is our own base64url text.
    await alterRole(admin, `alter role ${role} password '${rolePassword(adminUrl, role)}'`);
  }
}

/** Sets the role settings that connections without a pooler set themselves. */
async function setRoleSettings(admin: Sql): Promise<void> {
  for (const role of ["authenticator", "supabase_auth_admin"]) {
    await alterRole(admin, `alter role ${role} set timezone = 'UTC'`);
  }
  await alterRole(admin, `alter role supabase_auth_admin set statement_timeout = ${AUTH_STATEMENT_MS}`);
}

async function alterRole(admin: Sql, change: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await admin.script(change);
      break;
    } catch (error) {
      // Roles belong to the whole server, so a store on another of its databases may be changing the same row.
      if (!isDatabaseError(error) || error.code !== "XX000" || tries === 10) throw error;
      await delay(50 * tries);
    }
  }
}
