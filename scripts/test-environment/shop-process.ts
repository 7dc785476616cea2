import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDatabaseFiles } from "@calabash/data-service/database";
import type { Keys } from "#server/settings/keys.ts";
import memory from "../memory-settings.json" with { type: "json" };
import { DATA_DIR_PREFIX } from "./temporary-folders.ts";

export const SHOP_PROGRAM = join(import.meta.dirname, "../..", "server/main.ts");
/** For programs of the shop that a test runs again and again: they are compiled once, as the shop is by itself. */
export const COMPILED_ONCE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", "node_modules", ".cache", "calabash"),
};

export interface ShopProcess {
  /** Null when it ended before it was open. */
  origin: string | null;
  child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Settles when the sizes of pictures are made that the first pages show, or when it has ended. */
  hasPictures: Promise<unknown>;
  /** The exit code once it has ended. */
  ended: Promise<number | null>;
}

/** Starts the shop as a program of its own, in a process group of its own, and waits until it is open or gone. */
export async function startShopProcess(env: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, [...memory.nodeFlags, SHOP_PROGRAM], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // All people of a test ask from this machine: what one address may ask is for the tests of that.
    env: { PATH: process.env["PATH"], LIMIT_REQUESTS: "1000000", ...env } as NodeJS.ProcessEnv,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => {
      output += text.toString();
    });
  }
  const ended = new Promise<number | null>((done) => child.once("close", (code) => done(code)));
  const hasPictures = new Promise<void>((made) =>
    child.on("message", (message) => message === "pictures" && made()),
  );
  const isOpen = await Promise.race([
    new Promise<boolean>((open) => child.once("message", () => open(true))),
    ended.then(() => false),
  ]);
  return {
    origin: isOpen ? `http://127.0.0.1:${env["PORT"]}` : null,
    child,
    output: () => output,
    hasPictures: Promise.race([hasPictures, ended]),
    ended,
  };
}

export async function stopShopProcess(shop: ShopProcess): Promise<void> {
  shop.child.kill("SIGTERM");
  await shop.ended;
}

/** A new folder that also the database's user can pass through. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

export function readKeysOf(dataDir: string): Keys {
  return JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Keys;
}

/** The process number of the PostgreSQL server on a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readPostmaster(dataDir)[0]);
}

/** The address of the database of a running shop, with the owner's rights. */
export function databaseUrlOf(dataDir: string): string {
  const { databasePassword } = readKeysOf(dataDir);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${readPostmaster(dataDir)[3]}/postgres`;
}

/** PostgreSQL's own note of itself, wherever its files lie: below a closed home they are not in the data folder. */
function readPostmaster(dataDir: string): string[] {
  return readFileSync(join(findDatabaseFiles(dataDir), "postmaster.pid"), "utf8").split("\n");
}
