import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import { fieldsOf } from "../unknown-value.ts";
import { findFreePort, isFree } from "./free-port.ts";
import {
  canReach,
  type DatabaseUser,
  findDatabaseUser,
  makeFallbackFolder,
  preparePostgresBinaries,
} from "./postgres-binaries.ts";

export interface EmbeddedPostgres {
  /** Connects as the superuser `postgres`: over its Unix socket, or else the loopback interface. */
  url: string;
  /** Whether it was already running: for another store, or left behind by a killed one. */
  wasRunning: boolean;
  /** Log output of the server. */
  logFile: string;
  /** Address of the running server; null when it has stopped. */
  find(): Promise<string | null>;
  /** Starts a stopped server again, on its old port if that is free. @returns its address */
  startAgain(): Promise<string>;
  /** Stops the server, rolling back open transactions; resolves when it has stopped. */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const POLL_MS = 20;

/**
 * Runs PostgreSQL from the npm package with files in `dataDir`. Creates missing files, and takes over a server that a
 * killed store left running.
 * @param password of the superuser; used to create the files and to connect
 * @throws StartError if the database's user can access no folder, or the server does not start
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  password: string;
  print: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const user = findDatabaseUser();
  const binaries = preparePostgresBinaries(user);
  const files = chooseFiles(options.dataDir, user, options.print);
  if (!existsSync(join(files, "PG_VERSION"))) {
    makeFiles({ binaries, files, user, password: options.password });
  }
  const urlOf = (port: number) => {
    const folder = readState(files)?.socketFolder;
    const address = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`;
    return folder ? `${address}?host=${encodeURIComponent(folder)}` : address;
  };
  const adopted = await adopt(files);
  let port = adopted ?? (await startServer({ binaries, files, user }, null));
  return {
    url: urlOf(port),
    wasRunning: adopted !== null,
    logFile: logFileOf(files),
    find: async () => {
      const found = await adopt(files);
      return found === null ? null : urlOf(found);
    },
    startAgain: async () => {
      port = await startServer({ binaries, files, user }, port);
      return urlOf(port);
    },
    stop: () => stopServer(files),
  };
}

/** Returns the database folder: inside the data folder, or elsewhere if the database's user cannot read it. */
export function findDatabaseFiles(dataDir: string): string {
  return chooseFiles(dataDir, findDatabaseUser(), () => undefined);
}

/** Returns whether the data folder's database has been created. */
export function hasDatabaseFiles(dataDir: string): boolean {
  return existsSync(findDatabaseFiles(dataDir));
}

function chooseFiles(dataDir: string, user: DatabaseUser | null, print: (line: string) => void): string {
  const preferred = resolve(dataDir, "postgres");
  if (!user || canReach(dirname(preferred), user)) return preferred;
  const mark = createHash("sha256").update(preferred).digest("hex").slice(0, 12);
  const fallback = join(makeFallbackFolder(user, mark), "postgres");
  print(`The database user '${user.name}' cannot read ${preferred}, so the database files are in ${fallback}.`);
  return fallback;
}

function makeFiles(options: { binaries: string; files: string; user: DatabaseUser | null; password: string }): void {
  const { binaries, files, user, password } = options;
  mkdirSync(dirname(files), { recursive: true, mode: user ? 0o711 : 0o700 });
  // Create the files under another name and rename them, so that an interrupted start leaves no partial database.
  const unfinished = `${files}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const secretFolder = mkdtempSync(join(tmpdir(), "calabash-"));
  const passwordFile = join(secretFolder, "password");
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) {
      chownSync(unfinished, user.uid, user.gid);
      chownSync(secretFolder, user.uid, user.gid);
      chownSync(passwordFile, user.uid, user.gid);
    }
    execFileSync(
      join(binaries, "bin", "initdb"),
      [
        ...["-D", unfinished, "-U", "postgres", "--pwfile", passwordFile, "-A", "scram-sha-256"],
        ...["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        // In postgresql.conf, so that ALTER SYSTEM can change it. Parameters are personal data.
        ...["-c", "log_min_duration_statement=500ms", "-c", "log_parameter_max_length=0"],
      ],
      { cwd: "/", env: databaseEnvironment(), stdio: ["ignore", "ignore", "pipe"], ...account(user) },
    );
    renameSync(unfinished, files);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (existsSync(join(files, "PG_VERSION"))) return; // A concurrent start was faster.
    const { stderr } = fieldsOf(error);
    const detail = stderr instanceof Buffer ? stderr.toString().trim() : String(error);
    throw new StartError(
      `The database files could not be created in ${files}: ${detail}`,
      "Check the folder's free space and permissions.",
    );
  } finally {
    rmSync(secretFolder, { recursive: true, force: true });
  }
}

/** Returns the port of the server that already runs on these files, or null. */
async function adopt(files: string): Promise<number | null> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const state = readState(files);
    if (!state || !isServer(state.pid, files)) return null;
    if (state.isReady) return state.port;
    if (Date.now() > deadline) return null;
    await delay(POLL_MS);
  }
}

type Installation = { binaries: string; files: string; user: DatabaseUser | null };

/** Returns the memory of the machine, or of the container if that has less. */
function availableBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Returns the size of PostgreSQL's buffers: an eighth of the memory, from 128 MB to 1 GB. */
export function bufferMegabytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / 1024 ** 2), 128), 1024);
}

async function startServer(options: Installation, preferredPort: number | null): Promise<number> {
  const { binaries, files, user } = options;
  const deadline = Date.now() + START_LIMIT_MS;
  const logFile = logFileOf(files);
  let preferred = preferredPort;
  let folder = socketFolder(files);
  while (Date.now() < deadline) {
    const port = preferred !== null && (await isFree(preferred)) ? preferred : await findFreePort();
    // Try this port only once, so that it cannot block the next attempt.
    preferred = null;
    const log = openSync(logFile, "a", 0o600);
    const child = spawn(
      join(binaries, "bin", "postgres"),
      [
        ...["-D", files, "-p", String(port)],
        ...["-c", "listen_addresses=127.0.0.1"],
        ...["-c", `unix_socket_directories=${folder}`, "-c", "unix_socket_permissions=0600"],
        ...["-c", "max_connections=200", "-c", `shared_buffers=${bufferMegabytes(availableBytes())}MB`],
        // Each checkpoint makes the next write of every page log the whole page.
        ...["-c", "checkpoint_timeout=15min", "-c", "wal_compression=on"],
        ...["-c", "log_min_messages=warning", "-c", "log_min_error_statement=panic"],
      ],
      // Use a separate process group, so that Ctrl-C reaches only the store, which then stops the server.
      { cwd: "/", env: databaseEnvironment(), stdio: ["ignore", log, log], detached: true, ...account(user) },
    );
    closeSync(log);
    child.unref();
    const exited = exitOf(child);
    while (Date.now() < deadline) {
      const state = readState(files);
      if (state?.isReady && isServer(state.pid, files)) return state.port;
      // The server exits at once if another start won, or if an old server is still shutting down: check again, then
      // retry.
      if (await Promise.race([exited, delay(POLL_MS, false)])) break;
    }
    const adopted = await adopt(files);
    if (adopted) return adopted;
    // Some file systems, such as folders shared with a virtual machine, have no sockets.
    folder = "";
    await delay(250);
  }
  const tail = readFileSync(logFile, "utf8").trim().split("\n").slice(-3).join(" / ");
  throw new StartError(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} seconds: ${tail}`, `Read ${logFile}.`);
}

/** Longest path of a socket on macOS; Linux allows four bytes more. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Returns the folder of the server's Unix socket, which costs less CPU time per statement than the loopback interface;
 * empty if its path would be too long.
 */
export function socketFolder(files: string): string {
  return Buffer.byteLength(join(files, ".s.PGSQL.65535")) <= MAX_SOCKET_PATH_BYTES && !files.includes(",") ? files : "";
}

async function stopServer(files: string): Promise<void> {
  const state = readState(files);
  if (!state || !isServer(state.pid, files)) return;
  process.kill(state.pid, "SIGINT"); // Requests PostgreSQL's "fast shutdown".
  while (isServer(state.pid, files)) await delay(POLL_MS);
}

function logFileOf(files: string): string {
  return join(dirname(files), "postgres.log");
}

interface ServerState {
  pid: number;
  port: number;
  /** Folder of its Unix socket; empty without one. */
  socketFolder: string;
  isReady: boolean;
}

function readState(files: string): ServerState | null {
  try {
    const lines = readFileSync(join(files, "postmaster.pid"), "utf8").split("\n");
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      socketFolder: lines[4] ?? "",
      isReady: lines[7]?.trim() === "ready",
    };
  } catch {
    return null;
  }
}

/** Process ids are reused: on Linux, the working directory identifies the server. */
function isServer(pid: number, files: string): boolean {
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files);
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function exitOf(child: ChildProcess): Promise<true> {
  return new Promise((done) => {
    child.once("exit", () => done(true));
    child.once("error", () => done(true));
  });
}

/**
 * Changes the superuser's password of a stopped database; this needs only access to its files.
 * @throws StartError if there is no database, or it is running
 */
export async function setEmbeddedPassword(options: {
  dataDir: string;
  password: string;
  print: (line: string) => void;
}): Promise<void> {
  const user = findDatabaseUser();
  const binaries = preparePostgresBinaries(user);
  const files = chooseFiles(options.dataDir, user, options.print);
  if (!existsSync(join(files, "PG_VERSION"))) {
    throw new StartError(`There is no database in ${files}.`, "Start the store to create one.");
  }
  if ((await adopt(files)) !== null) {
    throw new StartError("The database is running.", "Stop the store, then run this again.");
  }
  const literal = `'${options.password.replaceAll("'", "''")}'`;
  execFileSync(join(binaries, "bin", "postgres"), ["--single", "-D", files, "postgres"], {
    cwd: "/",
    env: databaseEnvironment(),
    input: `set password_encryption = 'scram-sha-256'; alter role postgres password ${literal}\n`,
    stdio: ["pipe", "ignore", "pipe"],
    ...account(user),
  });
}

function account(user: DatabaseUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * By default, glibc returns the end of the heap after each statement and requests it again for the next one, page by
 * page: 17 page faults for a list of 40 rows. With these settings, each connection keeps a few megabytes.
 * https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
const ALLOCATOR = { MALLOC_TRIM_THRESHOLD_: "4194304", MALLOC_TOP_PAD_: "262144", MALLOC_MMAP_THRESHOLD_: "2097152" };

/** Returns the server's environment, without the store's variables such as keys and PGHOST. */
function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", TZ: "UTC", LC_ALL: "C", ...ALLOCATOR };
}
