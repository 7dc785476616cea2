import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect, findDatabaseFiles, type Sql } from "@calabash/data-service/database";
import {
  findDatabaseUser,
  preparePostgresBinaries,
} from "../../../packages/data-service/database/postgres-binaries.ts";

/** One PostgreSQL server of several that replicate one database. */
export interface DatabaseHost {
  files: string;
  port: number;
  url: string;
}

// Also the socket, which cannot be copied.
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|standby\.signal|\.s\.PGSQL\.\d+)$/;
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const SLOT = "standby";

export function hostOf(dataDir: string, port: number, password: string): DatabaseHost {
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  return { files: findDatabaseFiles(dataDir), port, url };
}

/** Starts PostgreSQL on existing files and waits until it accepts connections. */
async function startHost(host: DatabaseHost): Promise<void> {
  const user = findDatabaseUser();
  const server = spawn(
    join(preparePostgresBinaries(user), "bin", "postgres"),
    [
      ...["-D", host.files, "-p", String(host.port), "-c", "max_connections=200"],
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    ],
    {
      cwd: "/",
      stdio: "ignore",
      detached: true,
      env: { PATH: process.env["PATH"] ?? "", TZ: "UTC", LC_ALL: "C" },
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    },
  );
  server.unref();
  let hasEnded = false;
  server.once("exit", () => {
    hasEnded = true;
  });
  const answers = () =>
    onHost(host, (sql) => sql`select 1`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (hasEnded) throw new Error(`PostgreSQL ended while it started on ${host.files}.`);
    await delay(50);
  }
}

/**
 * Copies a running primary and starts synchronous streaming. Does the work of pg_basebackup, which the npm package
 * lacks.
 */
export async function addStandby(primary: DatabaseHost, standby: DatabaseHost): Promise<void> {
  await onHost(primary, (sql) =>
    sql.session(async (session) => {
      // The slot keeps the WAL from here on, which the copy lacks.
      await session`select pg_create_physical_replication_slot(${SLOT}, true)`;
      await session`select pg_backup_start('standby', true)`;
      rmSync(standby.files, { recursive: true, force: true });
      mkdirSync(dirname(standby.files), { recursive: true });
      cpSync(primary.files, standby.files, {
        recursive: true,
        filter: (path) => {
          const name = path.slice(primary.files.length + 1);
          return !LEFT_OUT.test(name) && !EMPTIED.test(name);
        },
      });
      const [label] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
      writeFileSync(join(standby.files, "backup_label"), label?.labelfile ?? "");
    }),
  );
  writeFileSync(join(standby.files, "standby.signal"), "");
  const { username, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${decodeURIComponent(password)}`;
  appendFileSync(
    join(standby.files, "postgresql.auto.conf"),
    `\nprimary_conninfo = '${source}'\nprimary_slot_name = '${SLOT}'\n`,
  );
  const user = findDatabaseUser();
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, standby.files]);
  execFileSync("chmod", ["700", standby.files]);
  await startHost(standby);
  await onHost(primary, async (sql) => {
    await sql.script("alter system set synchronous_standby_names = '*'");
    await sql`select pg_reload_conf()`;
    for (;;) {
      const [replica] = await sql`select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`;
      if (replica) return;
      await delay(50);
    }
  });
}

/** Makes a standby the primary. Resolves when it accepts writes. */
export async function promote(standby: DatabaseHost): Promise<void> {
  await onHost(standby, (sql) => sql`select pg_promote()`);
}

/**
 * Sends a signal to the server and all its processes. After SIGSTOP it does not respond, but its connections stay open.
 */
export async function signalHost(host: DatabaseHost, signal: "SIGKILL" | "SIGSTOP"): Promise<void> {
  const postmaster = Number(readFileSync(join(host.files, "postmaster.pid"), "utf8").split("\n")[0]);
  await onHost(host, async (sql) => {
    await sql`select 1`;
    // Stops the postmaster first, so that it starts no further process. The open connection still works.
    process.kill(postmaster, "SIGSTOP");
    const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
    stopped.set(host.files, [postmaster, ...rows.map(({ pid }) => pid)]);
    sendTo(host, signal);
  });
}

/** Kills a server, even a stopped one. */
export function killHost(host: DatabaseHost): void {
  const file = join(host.files, "postmaster.pid");
  if (existsSync(file) && !stopped.has(host.files)) {
    stopped.set(host.files, [Number(readFileSync(file, "utf8").split("\n")[0])]);
  }
  sendTo(host, "SIGKILL");
  stopped.delete(host.files);
}

const stopped = new Map<string, number[]>();

function sendTo(host: DatabaseHost, signal: NodeJS.Signals): void {
  for (const pid of stopped.get(host.files) ?? []) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

export async function onHost<Result>(host: DatabaseHost, work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = connect(host.url, { max: 1, applicationName: "failover test" });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
