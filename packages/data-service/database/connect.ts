import { createHmac } from "node:crypto";
import { performance } from "node:perf_hooks";
import { Pool, type PoolClient, types } from "pg";
import { DatabaseUnavailable, fromDriver } from "./database-error.ts";
import { hasPreparedEnough, neverPrepare } from "./prepared.ts";
import { createQueries, type Queries, type TransactionSql } from "./queries.ts";
import type { ObserveQueries } from "./query-event.ts";

export type { Queries, TransactionSql } from "./queries.ts";

export interface ConnectOptions {
  max: number;
  /** Shown in pg_stat_activity, cut off at 63 characters. */
  applicationName: string;
  /** Returns every value as PostgreSQL's text. */
  valuesAsText?: boolean;
  /**
   * The URL belongs to a pooler in transaction mode (PgBouncer), which does not support session settings: statements
   * are not prepared, and the role's time zone and time limit apply.
   */
  isPooled?: boolean;
  /** Milliseconds after which PostgreSQL ends a statement; the driver waits a little longer. */
  statementTimeoutMs?: number;
  /** Called after each statement or transaction. */
  observe?: ObserveQueries | undefined;
  /** Called when a connection is lost or cannot be opened. */
  onLost?: (() => void) | undefined;
}

/** A connection pool. Connections are opened on first use. */
export interface Sql extends Queries {
  /** Runs `work` in a transaction, which is rolled back if it throws. */
  begin<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Runs queries on a single connection, for session state such as locks. */
  session<Result>(work: (sql: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Lends a connection of the driver.
   * @param statement the only one that `work` runs, for observers
   * @throws DatabaseUnavailable if no connection is free within two seconds
   */
  withConnection<Result>(work: (client: PoolClient) => Promise<Result>, statement?: string): Promise<Result>;
  /** Closes the pool: at once if it is idle, otherwise after five seconds at most. */
  end(): Promise<void>;
  /** Returns the number of open and idle connections, and of callers that wait for one. */
  load(): { open: number; idle: number; waiting: number };
  /** Switches to a new address of the database. */
  moveTo(url: string): void;
}

/**
 * Time at which this process last lost a connection. All pools use one database, so idle connections older than that
 * are probably lost, too; each would cost a request its full time limit before it is replaced.
 */
let lastLossAt = Number.NEGATIVE_INFINITY;

/** Time limit for migrations and seeding, which may take long. */
const LONG_MS = 5 * 60 * 1000;
const ANSWER_MS = 500;
const WAIT_MS = 2_000;
const END_MS = 5_000;
/** Share of the time in which the event loop was busy. */
const BUSY = 0.8;
/** The system's default is to check an idle connection only after two hours. */
export const KEEP_ALIVE_MS = 5_000;

export function connect(url: string, options: ConnectOptions): Sql {
  const { statementTimeoutMs, isPooled = false, observe, onLost } = options;
  const pool = new Pool({
    connectionString: withLibpqWords(url),
    max: options.max,
    min: 1,
    idleTimeoutMillis: 60_000,
    // Replace old connections, to free the memory that their server processes have accumulated.
    maxLifetimeSeconds: 1800,
    // Applies both to opening a connection and to waiting for a free one.
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
  // An idle connection has ended; the pool opens another one when needed.
  pool.on("error", () => onLost?.());

  const openedAt = new Map<PoolClient, number>();
  pool.on("remove", (client) => openedAt.delete(client));
  pool.on("connect", (client) => {
    openedAt.set(client, performance.now());
    // The pool listens for errors only while a connection is idle, and an error without a listener ends the process. A
    // connection may end before anything else can listen; its queries report the error anyway.
    client.on("error", () => undefined);
    if (isPooled) neverPrepare(client);
  });

  async function connectFresh(): Promise<PoolClient> {
    let isFirst = true;
    for (;;) {
      const requestedAt = performance.now();
      const load = performance.eventLoopUtilization();
      const client = await pool.connect().catch((error: unknown) => {
        // A timer that fires late, or once a busy event loop, shows that this process was slow, not the database.
        const isLate = performance.now() - requestedAt > WAIT_MS + ANSWER_MS;
        const wasBusy = isFirst && performance.eventLoopUtilization(load).utilization > BUSY;
        isFirst = false;
        if (isLate || wasBusy) return null;
        onLost?.();
        throw fromDriver(error);
      });
      if (!client) continue;
      if ((openedAt.get(client) ?? 0) > lastLossAt) return client;
      client.release(true);
    }
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

  const withConnection = observe ? observed(lend, options.applicationName, observe) : lend;
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
      // New connections read this option.
      Object.assign(pool.options, { connectionString: withLibpqWords(moved) });
      lastLossAt = performance.now();
      // Close the connections: if the old server is silent, requests would wait until their time limit.
      for (const client of openedAt.keys()) client.connection.stream.destroy();
    },
  });
}

/** Reports each query, with the time that it waited for a connection. */
function observed(lend: Sql["withConnection"], pool: string, report: ObserveQueries): Sql["withConnection"] {
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
      report({ type: "query", pool, statement: statement ?? null, waitMs, ms, isFailed });
    }
  };
}

const asText = (value: string) => value;
const asDate = (value: string) => new Date(value);

/** Returns the driver's type parsers, but reads dates and times without time zone as UTC instead of local time. */
function parserOf(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === types.builtins.DATE || oid === types.builtins.TIMESTAMP) return asDate;
  return types.getTypeParser(oid, format);
}

/** Makes `sslmode=require` mean the same as in every other PostgreSQL client. */
export function withLibpqWords(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode") && !address.searchParams.has("uselibpqcompat")) {
    address.searchParams.set("uselibpqcompat", "true");
  }
  return address.href;
}

/**
 * Derives the password of a service role from the administrator's, so that all processes that share a database can
 * compute it and none has to store it.
 */
export function rolePassword(adminUrl: string, role: string): string {
  // Roles belong to the whole server, so the password does not depend on the database.
  const { password } = new URL(adminUrl);
  return createHmac("sha256", `calabash:${password}`).update(role).digest("base64url");
}

/**
 * Returns the database URL with another role.
 * @param address a different URL of the same database, such as a pooler's
 */
export function urlAs(adminUrl: string, role: string, address = adminUrl): string {
  const url = new URL(address);
  url.username = role;
  url.password = rolePassword(adminUrl, role);
  return url.href;
}
