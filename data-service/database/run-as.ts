import type { PoolClient } from "pg";
import { fromDriver } from "./database-error.ts";
import { statementName } from "./prepared.ts";
import type { Lane, RequestPools } from "./request-pools.ts";

/** Who asks: the role that the transaction runs as, and the claims that row rules read. */
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** The verified token's claims as JSON, for `request.jwt.claims`. */
  claims: string;
  /** Whose connections it uses. */
  lane: Lane;
}

export type Row = Record<string, string | null>;

/** After which PostgreSQL ends a statement; the driver then waits a little for that answer. */
const STATEMENT_MS: Record<Caller["role"], number> = {
  anon: 1_500,
  authenticated: 4_000,
  service_role: 15_000,
};
const ANSWER_MS = 500;

/**
 * One statement in one transaction with the caller's rights. A read travels as one pipeline, and so does a write that
 * nobody looks at before its commit; role, claims and time limit are local to the transaction, so that the next request
 * on the connection starts with none.
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
  return pools[caller.lane].withConnection(async (client) => {
    const limitMs = mode.limitMs ?? STATEMENT_MS[caller.role];
    const deadline = { query_timeout: limitMs + ANSWER_MS };
    const check = mode.isReadOnly ? null : (mode.check ?? null);
    // All are written before the first is answered; PostgreSQL runs them one after the other.
    const opened = inOneWrite(client, () => [
      run(client, mode.isReadOnly ? "begin read only" : "begin"),
      run(client, SET_CALLER, [caller.role, caller.claims, String(limitMs)]),
      run(client, statement.text, statement.values, check ? deadline : {}),
      // After an error PostgreSQL answers `commit` with a rollback. One deadline holds for the four.
      ...(check ? [] : [run(client, "commit", [], deadline)]),
    ]);
    if (!check) {
      const [, , rows] = await settle(opened);
      return rows ?? [];
    }
    try {
      const [, , rows] = await settle(opened);
      check(rows ?? []);
      await run(client, "commit", [], deadline);
      return rows ?? [];
    } catch (error) {
      await run(client, "rollback", [], deadline);
      throw error;
    }
  });
}

const SET_CALLER = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('statement_timeout', $3, true)`;

async function run(
  client: PoolClient,
  text: string,
  values: string[] = [],
  deadline: { query_timeout?: number } = {},
): Promise<Row[]> {
  const name = statementName(client, text);
  try {
    return (await client.query<Row>({ text, values, ...(name ? { name } : {}), ...deadline })).rows;
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

/** Waits for all, so that the connection is quiet again, then throws the first error. */
async function settle(queries: Promise<Row[]>[]): Promise<Row[][]> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.map((result) => (result.status === "fulfilled" ? result.value : []));
}
