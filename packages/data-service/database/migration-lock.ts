import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import { messageOf } from "../unknown-value.ts";
import type { Queries, Sql } from "./connect.ts";
import { isDatabaseError } from "./database-error.ts";

export interface LockWait {
  maxTries: number;
  /** Other statements queue behind a waiting migration, so this is shorter than a guest's statement timeout. */
  lockTimeoutMs: number;
  /** Pause between two attempts, so that the queued statements can run. */
  pauseMs: number;
  /** Called after each attempt that did not get the lock. */
  print: (line: string) => void;
}

/** Errors of an attempt that got no lock, or not all of its locks, in time, or ended in a deadlock. */
const NO_LOCK: readonly string[] = ["55P03", "57014", "40P01"];
/** Shorter than in requests, so that a deadlock with a request ends the migration, which is retried. */
const DEADLOCK_TIMEOUT = "10ms";
const DEFAULT_WAIT: LockWait = { maxTries: 30, lockTimeoutMs: 1_000, pauseMs: 2_000, print: console.log };

/** Runs `work` while no other process migrates this database. @throws StartError if another one does not end */
export function migratingAlone<Result>(
  sql: Sql,
  options: Partial<LockWait>,
  work: (connection: Queries, wait: LockWait) => Promise<Result>,
): Promise<Result> {
  const wait = { ...DEFAULT_WAIT, ...options };
  return sql.session(async (connection) => {
    try {
      await connection`select set_config('lock_timeout', ${String(wait.lockTimeoutMs)}, false)`;
      // Only superusers may set this. Otherwise the deadlock may end the request, which the data service then repeats.
      await connection`select set_config('deadlock_timeout', ${DEADLOCK_TIMEOUT}, false)`.catch(() => undefined);
      await tryForLock(
        connection,
        () => "The start",
        wait,
        () => connection`select pg_advisory_lock(hashtext('calabash migrations'))`,
      );
      return await work(connection, wait);
    } finally {
      await connection`select pg_advisory_unlock(hashtext('calabash migrations'))`.catch(() => undefined);
      await connection`reset lock_timeout`.catch(() => undefined);
      await connection`reset deadlock_timeout`.catch(() => undefined);
    }
  });
}

/** Tells running services to read the schema again, like PostgREST. */
export async function announceSchema(connection: Queries): Promise<void> {
  await connection`select pg_notify('pgrst', 'reload schema')`.catch(() => undefined);
}

/**
 * Runs `work` in a transaction, again if it got no lock.
 * @param subject what runs now, for messages
 * @throws StartError with the server's message, after a rollback
 */
export async function inTransaction(
  connection: Queries,
  subject: () => string,
  wait: LockWait,
  work: () => Promise<void>,
): Promise<void> {
  await tryForLock(connection, subject, wait, async () => {
    await connection`begin`;
    try {
      await work();
      await connection`commit`;
    } catch (error) {
      await connection`rollback`;
      if (isDatabaseError(error) && NO_LOCK.includes(error.code)) throw error;
      throw new StartError(
        `${subject()} failed: ${messageOf(error).replace(/\.$/, "")}. It was rolled back.`,
        "Fix the migration or the rows it fails on, then start again.",
      );
    }
  });
}

/** @throws StartError naming the oldest open transaction, which is the likely holder */
async function tryForLock(
  connection: Queries,
  subject: () => string,
  { maxTries, pauseMs, print }: LockWait,
  work: () => PromiseLike<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isDatabaseError(error) || !NO_LOCK.includes(error.code)) throw error;
      const [holder] = await connection`
        select pid, application_name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        order by xact_start limit 1`;
      const who = holder
        ? `connection ${holder["pid"]} ("${holder["application_name"]}") has the oldest open transaction`
        : "no transaction is open now";
      if (tries === maxTries) {
        throw new StartError(
          `${subject()} could not get its lock in ${maxTries} tries: ${who}. It was rolled back.`,
          "End that program or its transaction (select pg_terminate_backend(pid)), then start again.",
        );
      }
      print(`${subject()} waits for a lock: ${who}. Trying again.`);
      await delay(pauseMs);
    }
  }
}
