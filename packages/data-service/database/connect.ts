import { createHmac } from "node:crypto";
import { Pool, type PoolClient, types } from "pg";
import { DatabaseUnavailable, fromDriver } from "./database-error.ts";
import { hasPreparedEnough, neverPrepare } from "./prepared.ts";
import { createQueries, type Queries, type TransactionSql } from "./queries.ts";
import type { ObserveQueries } from "./query-event.ts";

export type { Queries, TransactionSql } from "./queries.ts";

export interface ConnectOptions {
  max: number;
  /** Shown in pg_stat_activity, cut at 63 characters. */
  applicationName: string;
  /** Leave every value as PostgreSQL's own text. */
  valuesAsText?: boolean;
  /**
   * The address is a pooler's in transaction mode (PgBouncer), which takes no settings of a session: statements are not
   * prepared, and time zone and time limit are the role's.
   */
  isPooled?: boolean;
  /** After which PostgreSQL ends one statement; the driver waits a little longer. Milliseconds. */
  statementTimeoutMs?: number;
  /** Receives each statement or transaction, after it ended. */
  observe?: ObserveQueries | undefined;
  /** Called when a connection was lost, or cannot be opened. */
  onLost?: (() => void) | undefined;
}

/** A pool of connections that opens each when it is first needed. */
export interface Sql extends Queries {
  /** Commits what `work` did when it is done, and undoes all of it when it throws. */
  begin<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Queries on one connection, for what belongs to a session. */
  session<Result>(work: (sql: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Lends the driver's own connection.
   * @param statement the only one of `work`, for observers
   * @throws DatabaseUnavailable when there is none within two seconds
   */
  withConnection<Result>(work: (client: PoolClient) => Promise<Result>, statement?: string): Promise<Result>;
  /** Closes the pool: at once where nothing is under way, and after five seconds whatever is. */
  end(): Promise<void>;
  /** Connections that are open and idle now, and callers that wait for one. */
  load(): { open: number; idle: number; waiting: number };
  /** The database has another address from now on. */
  moveTo(url: string): void;
}

/**
 * When a connection of this process was last lost. All pools lead to one database, so older idle connections are likely
 * lost too: each would cost a request its full time limit before it is replaced.
 */
let lastLossAt = Number.NEGATIVE_INFINITY;

/** Migrations and seeds take what they take, but not for ever. */
const LONG_MS = 5 * 60 * 1000;
const ANSWER_MS = 500;
const WAIT_MS = 2_000;
const END_MS = 5_000;
/** By default the system asks a silent connection after two hours. */
export const KEEP_ALIVE_MS = 5_000;

export function connect(url: string, options: ConnectOptions): Sql {
  const { statementTimeoutMs, isPooled = false, observe, onLost } = options;
  const pool = new Pool({
    connectionString: withLibpqWords(url),
    max: options.max,
    min: 1,
    idleTimeoutMillis: 60_000,
    // A connection for life would keep what its server process has gathered.
    maxLifetimeSeconds: 1800,
    // Both for a connection that must be opened and for one that others use now.
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: (statementTimeoutMs ?? LONG_MS) + ANSWER_MS,
    ...(statementTimeoutMs && !isPooled ? { statement_timeout: statementTimeoutMs } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    pipeline: true,
    application_name: options.applicationName.slice(0, 63),
    ...(isPooled ? {} : { options: "-c timezone=UTC" }),
    types: { getTypeParser: options.valuesAsText ? () => asText : parserOf },
  });
  // Called when an idle connection ends; the pool opens another one when needed.
  pool.on("error", () => onLost?.());

  const openedAt = new Map<PoolClient, number>();
  pool.on("remove", (client) => openedAt.delete(client));
  pool.on("connect", (client) => {
    openedAt.set(client, performance.now());
    // The pool listens only while a connection is idle, and an error without a listener ends the process. A connection
    // may end in the packet that opens it, before anyone could listen; its queries report the error anyway.
    client.on("error", () => undefined);
    if (isPooled) neverPrepare(client);
  });

  async function connectFresh(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        onLost?.();
        throw fromDriver(error);
      });
      if ((openedAt.get(client) ?? 0) > lastLossAt) return client;
      client.release(true);
    }
  }

  const withConnection: Sql["withConnection"] = observe ? observed(observe) : lend;

  function observed(report: ObserveQueries): Sql["withConnection"] {
    return async (work, statement) => {
      const requestedAt = performance.now();
      let startedAt: number | null = null;
      let isFailed = true;
      try {
        const result = await lend((client) => {
          startedAt = performance.now();
          return work(client);
        });
        isFailed = false;
        return result;
      } finally {
        const endedAt = performance.now();
        const waitMs = (startedAt ?? endedAt) - requestedAt;
        const ms = endedAt - (startedAt ?? endedAt);
        const pool = options.applicationName;
        report({ type: "query", pool, statement: statement ?? null, waitMs, ms, isFailed });
      }
    };
  }

  async function lend<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await connectFresh();
    let hasFailed = false;
    try {
      return await work(client);
    } catch (error) {
      hasFailed = error instanceof DatabaseUnavailable;
      if (hasFailed) {
        lastLossAt = performance.now();
        onLost?.();
      }
      throw error;
    } finally {
      client.release(hasFailed || hasPreparedEnough(client));
    }
  }

  return Object.assign(createQueries(withConnection), {
    withConnection,
    session: <Result>(work: (sql: Queries) => Promise<Result>) =>
      withConnection((client) => work(createQueries((query) => query(client)))),
    begin: <Result>(work: (sql: TransactionSql) => Promise<Result>) =>
      withConnection(async (client) => {
        const transaction = createQueries((query) => query(client));
        await transaction.script("begin");
        try {
          const result = await work(transaction);
          await transaction.script("commit");
          return result;
        } catch (error) {
          await transaction.script("rollback");
          throw error;
        }
      }),
    end: async () => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, END_MS);
      await Promise.race([pool.end(), late.promise]);
      clearTimeout(timer);
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    moveTo: (moved: string) => {
      // Read by each new connection.
      Object.assign(pool.options, { connectionString: withLibpqWords(moved) });
      lastLossAt = performance.now();
      // The old server may be silent, and requests would wait for it until their time limit.
      for (const client of openedAt.keys()) client.connection.stream.destroy();
    },
  });
}

const asText = (value: string) => value;
const asDate = (value: string) => new Date(value);

/** Type parsers of the driver, except for dates and times without time zone, which are not local times here. */
function parserOf(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === types.builtins.DATE || oid === types.builtins.TIMESTAMP) return asDate;
  return types.getTypeParser(oid, format);
}

/** `sslmode=require` means what it means to every other client of PostgreSQL. */
export function withLibpqWords(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode") && !address.searchParams.has("uselibpqcompat")) {
    address.searchParams.set("uselibpqcompat", "true");
  }
  return address.href;
}

/**
 * The password of one of the service's own roles: derived from the administrator's, so that every
 * process that shares a database knows it and none has to store it.
 */
export function rolePassword(adminUrl: string, role: string): string {
  // Roles belong to the whole server, so the name of the database takes no part.
  const { password } = new URL(adminUrl);
  return createHmac("sha256", `calabash:${password}`).update(role).digest("base64url");
}

/**
 * The same database, signed in as another role.
 * @param address another one that leads to it, such as a pooler's
 */
export function urlAs(adminUrl: string, role: string, address = adminUrl): string {
  const url = new URL(address);
  url.username = role;
  url.password = rolePassword(adminUrl, role);
  return url.href;
}
