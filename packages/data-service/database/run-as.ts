import type { PoolClient } from "pg";
import { fromDriver, isUndoneByMigration } from "./database-error.ts";
import { type Caller, queryAs, type Row } from "./query-as.ts";
import type { RequestPools } from "./request-pools.ts";

export type { Caller, Row } from "./query-as.ts";

/** After which PostgreSQL ends a statement; the driver then waits a little for that answer. */
const STATEMENT_MS: Record<Caller["role"], number> = {
  anon: 1_500,
  authenticated: 4_000,
  service_role: 15_000,
};
const ANSWER_MS = 500;

/**
 * Runs one statement in one transaction with the caller's rights. A read is sent as one message, and so is a write
 * without a check before its commit; role, claims and time limit are local to the transaction. What a migration undoes
 * beside it is run once more.
 * @param check called with the rows before the commit of a write; what it throws undoes the write
 * @param limitMs instead of what the role has, where a function says so itself (PostgREST: hoisted function settings)
 * @throws DatabaseUnavailable without an answer in time; PostgreSQL's refusals as they are
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
      // Both are written before the first is answered; PostgreSQL runs them one after the other.
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

/** Lets the socket gather what is written, so that a pipeline leaves as one packet. */
function inOneWrite<Result>(client: PoolClient, write: () => Result): Result {
  const { stream } = client.connection;
  stream.cork();
  try {
    return write();
  } finally {
    stream.uncork();
  }
}

/** Waits for both, so that the connection is quiet again, then throws the first error. */
async function settle(queries: [Promise<void>, Promise<Row[]>]): Promise<Row[]> {
  const [started, rows] = await Promise.allSettled(queries);
  if (started.status === "rejected") throw started.reason;
  if (rows.status === "rejected") throw rows.reason;
  return rows.value;
}
