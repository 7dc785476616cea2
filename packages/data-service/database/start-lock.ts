import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import type { Sql } from "./connect.ts";

const PATIENCE_MS = 2 * 60 * 1000;
const POLL_MS = 100;

/**
 * Lets one process at a time start on a database: two concurrent starts would both look for roles, schemas, migrations
 * and demo content, and both create them.
 * @throws StartError if another start does not end in time
 */
export function startingAlone<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  return sql.session(async (holder) => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const [row] = await holder<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtext('calabash start')) as taken`;
      if (row?.taken) break;
      if (performance.now() > deadline) {
        throw new StartError(
          "Another process has been starting on this database for two minutes.",
          "Wait until it is open, or stop it. Then start this one again.",
        );
      }
      await delay(POLL_MS);
    }
    try {
      return await work();
    } finally {
      await holder`select pg_advisory_unlock(hashtext('calabash start'))`;
    }
  });
}
