import { DEFAULT_CONNECTIONS, type Sql } from "@calabash/data-service/database";
import type { Environment } from "#server/base/environment.ts";

/** Connections of a process beside those of requests and logins: listeners, and a backup. */
const OTHERS = 4;
/** Left for replication and tools. */
const SPARE = 5;

/**
 * Compares the connections that all processes of the store may open with those that the database allows.
 * @param starting processes that are about to connect
 * @returns a sentence with the numbers and what to do, or null if there is room
 */
export async function findConnectionShortage(
  sql: Sql,
  { databaseConnections = DEFAULT_CONNECTIONS, databasePoolUrl }: Environment,
  starting: number,
): Promise<{ text: string; remedy: string } | null> {
  const [found] = await sql<{ allowed: number; running: number }[]>`
    select
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as allowed,
      (select count(*)::integer from pg_catalog.pg_stat_activity
       where datname = current_database() and application_name = 'calabash listener: pgrst') as running`;
  if (!found) return null;
  const processes = Math.max(1, found.running + starting);
  // A pooler opens its own connections for requests and logins.
  const each = (databasePoolUrl ? 0 : databaseConnections) + OTHERS;
  const needed = processes * each + SPARE;
  if (needed <= found.allowed) return null;
  const fitting = Math.floor((found.allowed - SPARE) / processes) - OTHERS;
  return {
    text: `The database allows ${found.allowed} connections; ${processes} processes of the store may need ${needed}.`,
    remedy: `Raise max_connections, ${fitting >= 10 ? `set DATABASE_CONNECTIONS=${fitting}` : "run fewer processes"}, or use a pooler. Otherwise requests fail when many arrive at once.`,
  };
}
