import { type PoolClient, Query, type QueryResult, type Submittable } from "pg";
import { fromDriver } from "./database-error.ts";
import { canPrepare, statementName } from "./prepared.ts";
import type { PoolName } from "./request-pools.ts";

/** Role of the transaction, and the claims that row-level security reads. */
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** The verified token's claims as JSON, for `request.jwt.claims`, and its `sub` for `request.jwt.claim.sub`. */
  claims: string;
  /** JSON for the setting `request.headers`, as in PostgREST. Has `accept-language` on writes; absent otherwise. */
  headers?: string;
  /** Pool of the connection. */
  pool: PoolName;
}

export type Row = Record<string, string | null>;

/**
 * Statement that prepares a transaction. It returns no rows; its settings are local to the transaction. It has a fixed
 * name, unlike other statements, which are numbered.
 */
const SET_CALLER = {
  toRead: callerStatement("caller_reads", "set_config('transaction_read_only', 'on', true)"),
  toWrite: callerStatement("caller_writes", "set_config('request.headers', $4, true)"),
};

interface CallerStatement {
  name: string;
  text: string;
  /** Connections that have prepared it. */
  readyIn: WeakSet<PoolClient>;
}

function callerStatement(name: string, more: string): CallerStatement {
  const settings = `${more}, set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.jwt.claim.sub', coalesce($2::json ->> 'sub', ''), true),
    set_config('statement_timeout', $3, true)`;
  return { name, text: `select where num_nulls(${settings}) > 0`, readyIn: new WeakSet() };
}

/**
 * Runs a statement with the caller's rights, in one message with the settings of the role and claims. Outside of a
 * transaction, both form PostgreSQL's implicit transaction up to one Sync: committed after the statement, rolled back
 * if it fails, https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING. The connection may
 * be corked, because nothing here waits for a response before everything is written.
 * @param limitMs after which PostgreSQL ends the statement
 * @param timeoutMs after which the driver stops waiting
 * @throws DatabaseUnavailable without a response in time, or PostgreSQL's error unchanged
 */
export async function queryAs(
  client: PoolClient,
  caller: Caller,
  { text, values }: { text: string; values: string[] },
  { isReadOnly, limitMs, timeoutMs }: { isReadOnly: boolean; limitMs: number; timeoutMs: number },
): Promise<Row[]> {
  const setCaller = isReadOnly ? SET_CALLER.toRead : SET_CALLER.toWrite;
  const callerValues = [caller.role, caller.claims, String(limitMs), ...(isReadOnly ? [] : [caller.headers ?? ""])];
  const isPrepared = canPrepare(client);
  if (isPrepared && !setCaller.readyIn.has(client)) prepare(client, setCaller, callerValues);
  const name = statementName(client, text);
  const outcome = Promise.withResolvers<Row[]>();
  // Use the extended protocol: a statement without values would be sent in the simple one, which ends the transaction.
  const config = { text, values, ...(name ? { name } : {}), queryMode: "extended" };
  // Two statements run, so the driver returns two results; the first one sets the caller.
  const query = new Query<Row>(config, (error, results) =>
    error ? outcome.reject(error) : outcome.resolve((results as unknown as [unknown, QueryResult<Row>])[1].rows),
  );
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    if (!isPrepared) connection.parse({ name: "", text: setCaller.text, types: [] }, true);
    connection.bind({ statement: isPrepared ? setCaller.name : "", values: callerValues }, true);
    connection.execute({}, true);
    return submit(connection);
  };
  void client.query(Object.assign(query, { query_timeout: timeoutMs }) satisfies Submittable);
  try {
    return await outcome.promise;
  } catch (error) {
    throw fromDriver(error, isReadOnly);
  }
}

/**
 * Prepares the statement. Outside a transaction, running it has no effect. If it fails, the statement that needs it
 * fails, too.
 */
function prepare(client: PoolClient, { name, text, readyIn }: CallerStatement, values: string[]): void {
  client.query({ name, text, values }).then(
    () => readyIn.add(client),
    () => undefined,
  );
}
