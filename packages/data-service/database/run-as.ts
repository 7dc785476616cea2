import type { PoolClient } from "pg";
import { fromDriver, isUndoneByMigration } from "./database-error.ts";
import { type Caller, queryAs, type Row } from "./query-as.ts";
import type { RequestPools } from "./request-pools.ts";

export type { Caller, Row } from "./query-as.ts";

/** Time limits of a statement; the driver waits a little longer for the error. */
const STATEMENT_MS: Record<Caller["role"], number> = { anon: 1_500, authenticated: 4_000, service_role: 15_000 };
const ANSWER_MS = 500;

/**
 * Runs a statement with the caller's rights in its own transaction. Reads, and writes without a check before commit,
 * are sent as one message; role, claims and time limit are local to the transaction. A statement that fails because of
 * a concurrent migration is run once more.
 * @param check called with the rows of a write before the commit; if it throws, the write is rolled back
 * @param limitMs replaces the role's limit if a function sets its own (PostgREST: hoisted function settings)
 * @throws DatabaseUnavailable without a response in time, or PostgreSQL's error unchanged
 */
export function runAs(
  pools: RequestPools,
  caller: Caller,
  statement: { text: string; values: string[] },
  mode: ({ isReadOnly: true } | { isReadOnly: false; check?: ((rows: Row[]) => void) | null }) & {
    limitMs?: number | null;
  },
): Promise<Row[]> {
  const limitMs = mode.limitMs ?? STATEMENT_MS[caller.role];
  const timeoutMs = limitMs + ANSWER_MS;
  const { isReadOnly } = mode;
  const check = mode.isReadOnly ? null : (mode.check ?? null);
  const transact = () => pools[caller.pool].withConnection(runOn, statement.text);
  return transact().catch((error: unknown) => {
    if (isUndoneByMigration(error)) return transact();
    throw error;
  });

  async function runOn(client: PoolClient): Promise<Row[]> {
    const query = () => queryAs(client, caller, statement, { isReadOnly, limitMs, timeoutMs });
    if (!check) return inOneWrite(client, query);
    const end = (word: "commit" | "rollback") => run(client, word, timeoutMs);
    try {
      // Send both without waiting in between; PostgreSQL runs them in order.
      const rows = await inOneWrite(client, () => settle([run(client, "begin", timeoutMs), query()]));
      check(rows);
      await end("commit");
      return rows;
    } catch (error) {
      await end("rollback");
      throw error;
    }
  }
}

async function run(client: PoolClient, text: string, timeoutMs: number): Promise<void> {
  try {
    await client.query({ text, ...{ query_timeout: timeoutMs } });
  } catch (error) {
    throw fromDriver(error);
  }
}

/** Corks the socket while writing, so that a pipeline leaves as one packet. */
function inOneWrite<Result>(client: PoolClient, write: () => Result): Result {
  const { stream } = client.connection;
  stream.cork();
  try {
    return write();
  } finally {
    stream.uncork();
  }
}

/** Waits for both, so that the connection is free again, then throws the first error. */
async function settle(queries: [Promise<void>, Promise<Row[]>]): Promise<Row[]> {
  const [started, rows] = await Promise.allSettled(queries);
  if (started.status === "rejected") throw started.reason;
  if (rows.status === "rejected") throw rows.reason;
  return rows.value;
}
