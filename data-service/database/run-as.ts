import type { Sql } from "./connect.ts";

/** Who asks: the role that the transaction runs as, and the claims that row rules read. */
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** The verified token's claims as JSON, for `request.jwt.claims`. */
  claims: string;
}

export type Row = Record<string, string | null>;

const MAX_PREPARED = 500;
const prepared = new Set<string>();

/**
 * One statement in one transaction with the caller's rights. A read travels as one pipeline; role and
 * claims are local to the transaction, so that the next request on the connection starts with none.
 * @param check called with the rows before the commit of a write; what it throws undoes the write
 */
export async function runAs(
  sql: Sql,
  caller: Caller,
  statement: { text: string; values: string[] },
  mode: { isReadOnly: true } | { isReadOnly: false; check?: (rows: Row[]) => void },
): Promise<Row[]> {
  const connection = await sql.reserve();
  try {
    const run = (text: string, values: string[] = []) =>
      connection.unsafe<Row[]>(text, values, { prepare: mayPrepare(text) });
    const opened = [
      run(mode.isReadOnly ? "begin read only" : "begin"),
      run("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
        caller.role,
        caller.claims,
      ]),
      run(statement.text, statement.values),
    ];
    if (mode.isReadOnly) {
      // After an error PostgreSQL answers `commit` with a rollback.
      const [, , rows] = await settle([...opened, run("commit")]);
      return rows ?? [];
    }
    try {
      const [, , rows] = await settle(opened);
      mode.check?.(rows ?? []);
      await run("commit");
      return rows ?? [];
    } catch (error) {
      await run("rollback");
      throw error;
    }
  } finally {
    connection.release();
  }
}

/** Waits for all, so that the connection is quiet again, then throws the first error. */
async function settle(queries: PromiseLike<Row[]>[]): Promise<Row[][]> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.map((result) => (result.status === "fulfilled" ? result.value : []));
}

/** The server keeps each prepared statement: only the first few hundred texts are, not every visitor's. */
function mayPrepare(text: string): boolean {
  if (prepared.has(text)) return true;
  if (prepared.size >= MAX_PREPARED) return false;
  prepared.add(text);
  return true;
}
