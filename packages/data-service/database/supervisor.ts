import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../start-error.ts";
import { messageOf } from "../unknown-value.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { findFolderOwner, leaveFolder, ownFolder } from "./folder-owner.ts";

export interface SupervisorOptions {
  embedded: EmbeddedPostgres;
  dataDir: string;
  /** Stored with the lock, to show who holds it. */
  owner: string;
  print: (line: string) => void;
  /** Called when the database responds again, possibly at another address. */
  onMoved: (url: string) => void;
  /** Called after the database was restarted. */
  onRestarted: () => void;
  /** Called when the database cannot be kept running. */
  onAbandoned: (error: StartError) => void;
  /** Waits in ms; tests replace it. */
  wait?: (ms: number) => Promise<unknown>;
}

export class DataFolderInUse extends StartError {}

/**
 * Restarts allowed within a period before the supervisor gives up; each pause before a restart is longer than the last.
 */
const MAX_STARTS = 10;
const WITHIN_MS = 10 * 60 * 1000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
const LOOK_AGAIN_MS = 250;
/**
 * The lock may be held for a while by the remains of our own session: the connection closes when its server process is
 * killed, but the lock is free only when PostgreSQL has noticed. Ten seconds in total.
 */
const MAX_LOOKS_AT_TAKEN_LOCK = 40;

/**
 * Holds the lock of a data folder and restarts the database whenever it stops. The lock is a session's advisory lock on
 * an open connection, so it ends with its process; while the database is down, a file in the folder keeps other stores
 * away.
 * @throws DataFolderInUse if another store holds it
 */
export async function superviseDatabase(options: SupervisorOptions): Promise<{ end(): Promise<void> }> {
  const { embedded, dataDir, print, wait = delay } = options;
  let isEnding = false;
  let startedAt: number[] = [];
  let holder = await takeFirstLock();
  ownFolder(dataDir, options.owner);
  watch();

  return {
    end: async () => {
      isEnding = true;
      leaveFolder(dataDir);
      await holder.end();
    },
  };

  /**
   * Tries again when the time limit passes, because a process that is busy starting reads answers late. The lost
   * session may still hold the lock then.
   */
  async function takeFirstLock(): Promise<Client> {
    let hasLostSession = false;
    for (let looks = 0; ; looks += 1) {
      try {
        return await takeLock(options, embedded.url);
      } catch (error) {
        hasLostSession ||= !(error instanceof DataFolderInUse);
        if (!hasLostSession || looks === MAX_LOOKS_AT_TAKEN_LOCK) throw error;
        await wait(LOOK_AGAIN_MS);
      }
    }
  }

  function watch(): void {
    holder.once("end", () => {
      if (!isEnding) void bringBack();
    });
  }

  async function bringBack(): Promise<void> {
    let hasRestarted = false;
    let looksAtTakenLock = 0;
    for (;;) {
      if (isEnding) return;
      try {
        const running = await embedded.find();
        if (running === null) {
          await pauseBeforeStart();
          if (isEnding) return;
          hasRestarted = true;
        }
        const url = running ?? (await embedded.startAgain());
        holder = await takeLock(options, url);
        options.onMoved(url);
        watch();
        if (hasRestarted) options.onRestarted();
        return;
      } catch (error) {
        if (error instanceof DataFolderInUse) looksAtTakenLock += 1;
        const isOfAnother = error instanceof DataFolderInUse && looksAtTakenLock > MAX_LOOKS_AT_TAKEN_LOCK;
        if (error instanceof Abandoned || isOfAnother) {
          options.onAbandoned(error);
          return;
        }
        print(`The database is not back yet: ${messageOf(error)}`);
        await wait(LOOK_AGAIN_MS);
      }
    }
  }

  /** @throws Abandoned after too many starts */
  async function pauseBeforeStart(): Promise<void> {
    const now = performance.now();
    startedAt = startedAt.filter((at) => now - at < WITHIN_MS);
    if (startedAt.length >= MAX_STARTS) {
      throw new Abandoned(
        `The database keeps stopping: ${MAX_STARTS} restarts within ten minutes did not help.`,
        `Read ${embedded.logFile}, check free disk space and memory, then start the store.`,
      );
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** startedAt.length, LONGEST_PAUSE_MS);
    print(`The database stopped: see ${embedded.logFile}. Restarting it in ${pauseMs / 1000} s.`);
    await wait(pauseMs);
    startedAt.push(performance.now());
  }
}

class Abandoned extends StartError {}

async function takeLock({ dataDir, owner }: SupervisorOptions, url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    // PostgreSQL cuts off the name at 63 characters.
    application_name: `calabash lock: ${owner}`.slice(0, 63),
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    keepAlive: true,
  });
  // The supervisor waits for the "end" event; without this listener, an error would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('calabash shop')) as taken");
    if (rows[0]?.taken) return client;
    const holders = await client.query(
      `select application_name as name from pg_stat_activity
       where application_name like 'calabash lock: %' and pid <> pg_backend_pid() limit 1`,
    );
    const name: string | undefined = holders.rows[0]?.name;
    throw folderInUse(dataDir, name?.replace("calabash lock: ", "") ?? null);
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Checks the folder's owner before the database is started. @throws DataFolderInUse */
export function requireFreeFolder(dataDir: string): void {
  const owner = findFolderOwner(dataDir);
  if (owner !== null) throw folderInUse(dataDir, owner);
}

function folderInUse(dataDir: string, owner: string | null): DataFolderInUse {
  return new DataFolderInUse(
    `The data folder ${dataDir} is in use by another running store${owner === null ? "" : ` (${owner})`}.`,
    "Stop that store, or set another DATA_DIR and PORT.",
  );
}
