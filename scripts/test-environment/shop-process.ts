import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDatabaseFiles, findFreePort } from "@calabash/data-service/database";
import type { Keys } from "#server/base/keys.ts";
import memory from "../memory-settings.json" with { type: "json" };
import { DATA_DIR_PREFIX } from "./temporary-folders.ts";

export const SHOP_PROGRAM = join(import.meta.dirname, "../..", "server/main.ts");
/** Compile cache for programs that tests run repeatedly; the server enables its own. */
export const COMPILED_ONCE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", "node_modules", ".cache", "calabash"),
};

export interface ShopProcess {
  /** Null if the process ended before the store was open. */
  origin: string | null;
  child: ChildProcess;
  /** Returns the output so far. */
  output(): string;
  /** Resolves when the images of the first pages are resized, or when the process has ended. */
  hasPictures: Promise<unknown>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/**
 * Starts the store in its own process group, on a free port unless PORT is given. Waits until it is open or has ended.
 * @param program `server/main.ts` of another release
 */
export async function startShopProcess(env: Record<string, string>, program = SHOP_PROGRAM): Promise<ShopProcess> {
  const port = env["PORT"] ?? String(await findFreePort());
  const child = spawn(process.execPath, [...memory.nodeFlags, program], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // All requests of a test have the same address; the rate limit has its own tests.
    env: { PATH: process.env["PATH"], LIMIT_REQUESTS: "1000000", PORT: port, ...env } as NodeJS.ProcessEnv,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => {
      output += text.toString();
    });
  }
  const ended = new Promise<number | null>((done) => child.once("close", (code) => done(code)));
  const hasPictures = new Promise<void>((made) => child.on("message", (message) => message === "pictures" && made()));
  const isOpen = await Promise.race([
    new Promise<boolean>((open) => child.once("message", () => open(true))),
    ended.then(() => false),
  ]);
  return {
    origin: isOpen ? `http://127.0.0.1:${port}` : null,
    child,
    output: () => output,
    hasPictures: Promise.race([hasPictures, ended]),
    ended,
  };
}

/**
 * Runs a program of `scripts/`, such as that of `npm run backup`.
 * @param variables its environment
 */
export function runProgram(
  name: string,
  variables: Record<string, string>,
  ...options: string[]
): Promise<{ exitCode: number; output: string }> {
  const program = join(import.meta.dirname, "..", `${name}.ts`);
  const env = { PATH: process.env["PATH"], ...COMPILED_ONCE, ...variables } as NodeJS.ProcessEnv;
  return new Promise((ended) => {
    execFile(process.execPath, [program, ...options], { env }, (error, stdout, stderr) =>
      ended({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

export async function stopShopProcess(shop: ShopProcess): Promise<void> {
  shop.child.kill("SIGTERM");
  await shop.ended;
}

/** Creates a data folder that the database's user can enter. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

export function readKeysOf(dataDir: string): Keys {
  return JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
}

/** Returns the process id of the PostgreSQL server of a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readPostmaster(dataDir)[0]);
}

/** Returns the URL of a running store's database, with the owner's permissions. */
export function databaseUrlOf(dataDir: string): string {
  const { databasePassword } = readKeysOf(dataDir);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${readPostmaster(dataDir)[3]}/postgres`;
}

/** Reads postmaster.pid, which is outside the data folder if the database's user cannot enter it. */
function readPostmaster(dataDir: string): string[] {
  return readFileSync(join(findDatabaseFiles(dataDir), "postmaster.pid"), "utf8").split("\n");
}
