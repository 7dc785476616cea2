import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import type { StartError } from "../start-error.ts";
import { superviseDatabase } from "./supervisor.ts";

const url = inject("databaseUrl");

test("a database that keeps ending is restarted ten times, with growing pauses, then abandoned", async () => {
  const pauses: number[] = [];
  let starts = 0;
  const { abandoned, endLock } = await supervise({
    find: async () => null,
    startAgain: async () => {
      starts += 1;
      throw new Error("the disk is full");
    },
    wait: async (ms) => pauses.push(ms),
  });

  await endLock();

  expect((await abandoned).message).toBe("The database keeps stopping: 10 restarts within ten minutes did not help.");
  expect(starts).toBe(10);
  // After each failed start comes another pause, of a quarter of a second, before the next look.
  const beforeStarts = pauses.filter((_, index) => index % 2 === 0);
  expect(beforeStarts).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test("if the database still runs, the supervisor takes the lock again without a restart", async () => {
  const restarts: string[] = [];
  const { moved, endLock } = await supervise({
    find: async () => url,
    startAgain: async () => {
      restarts.push("started");
      return url;
    },
    wait: async () => undefined,
  });

  await endLock();

  expect(await moved).toBe(url);
  expect(restarts).toEqual([]);
});

test("a process that is busy while it takes its first lock tries again", async () => {
  const pauses: number[] = [];
  const opened = supervise({ find: async () => url, startAgain: async () => url, wait: async (ms) => pauses.push(ms) });
  // Longer than the time limit for the connection.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);

  await opened;

  expect(new Set(pauses)).toEqual(new Set([250]));
});

test("the supervisor waits for a lock that its own killed session still holds", async () => {
  const left = await openClient();
  let looks = 0;
  const { moved, abandoned, endLock } = await supervise({
    find: async () => {
      // Simulates that the closed connection is noticed before PostgreSQL has released the lock.
      if (looks === 0) await left.query(TAKE_LOCK);
      return url;
    },
    startAgain: async () => url,
    wait: async () => {
      looks += 1;
      if (looks === 5) await left.query("select pg_advisory_unlock_all()");
    },
  });

  await endLock();

  expect(await Promise.race([moved, abandoned])).toBe(url);
  expect(looks).toBe(5);
});

test("if another store holds the lock for ten seconds, the supervisor gives up", async () => {
  const other = await openClient();
  const pauses: number[] = [];
  const { moved, abandoned, endLock } = await supervise({
    find: async () => {
      if (pauses.length === 0) await other.query(TAKE_LOCK);
      return url;
    },
    startAgain: async () => url,
    wait: async (ms) => pauses.push(ms),
  });

  await endLock();

  expect(await Promise.race([moved, abandoned])).toMatchObject({
    message: expect.stringContaining("is in use by another running store"),
  });
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(10_000);
});

const TAKE_LOCK = "select pg_advisory_lock(hashtext('calabash shop'))";

async function openClient(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function supervise(database: {
  find(): Promise<string | null>;
  startAgain(): Promise<string>;
  wait(ms: number): Promise<unknown>;
}) {
  const dataDir = mkdtempSync(join(tmpdir(), "calabash-keeper-"));
  const abandoned = Promise.withResolvers<StartError>();
  const moved = Promise.withResolvers<string>();
  const owner = `keeper test ${process.pid} ${dataDir.slice(-6)}`;
  const supervisor = await superviseDatabase({
    embedded: { ...database, url, wasRunning: true, logFile: "postgres.log", stop: async () => undefined },
    dataDir,
    owner,
    print: () => undefined,
    onMoved: moved.resolve,
    onRestarted: () => undefined,
    onAbandoned: abandoned.resolve,
    wait: database.wait,
  });
  onTestFinished(async () => {
    await supervisor.end();
    rmSync(dataDir, { recursive: true });
  });
  return { abandoned: abandoned.promise, moved: moved.promise, endLock: () => endConnectionsOf(owner) };
}

/** Simulates that the stopping database closes the connection that holds the lock. */
async function endConnectionsOf(owner: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
    `calabash lock: ${owner}`,
  ]);
  await client.end();
}
