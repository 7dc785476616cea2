import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findDatabaseFiles, findFreePort } from "@calabash/data-service/database";
import { newDataDir, startShopProcess, stopShopProcess } from "./shop-process.ts";

/** Tells the programs of one test run where its prepared shop will lie. */
const FOLDER = "PREPARED_SHOP";

export interface PreparedShop {
  /** For the programs that may copy it. */
  env: Record<string, string>;
  /** Settles when it is there, with an error where it did not open; whoever asks before fills a shop of its own. */
  ready: Promise<Error | null>;
  remove(): void;
}

/**
 * Opens a demo shop, waits until its database is filled and its pictures are made, and closes it: three dozen tests
 * begin with such a shop, and to copy one takes a tenth of the work.
 */
export function prepareShop(): PreparedShop {
  const folder = newDataDir();
  const prepared = join(folder, "prepared");
  return {
    env: { [FOLDER]: prepared },
    ready: fillShop(join(folder, "filling"), prepared).catch((error: Error) => error),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** @returns why it did not open */
async function fillShop(folder: string, prepared: string): Promise<Error | null> {
  mkdirSync(folder);
  // Below a closed folder the database lies elsewhere, and each shop makes its own.
  if (dirname(findDatabaseFiles(folder)) !== folder) return null;
  const shop = await startShopProcess({ PORT: String(await findFreePort()), DATA_DIR: folder });
  if (shop.origin) await shop.hasPictures;
  await stopShopProcess(shop);
  if (!shop.origin) return new Error(`The shop that others copy did not open:\n${shop.output()}`);
  // Under this name from one moment to the next, and whole.
  renameSync(folder, prepared);
  return null;
}

/**
 * The data of a demo shop that was opened before: a copy of this run's prepared one. Alone, without `npm test` around
 * it, and before that one is there, the folder is empty and the shop fills it when it starts.
 */
export function newShopDataDir(): string {
  const folder = newDataDir();
  const prepared = process.env[FOLDER];
  // With owners and rights as they are: the database's files are its user's.
  if (prepared && existsSync(prepared)) execFileSync("cp", ["-a", `${prepared}/.`, folder]);
  return folder;
}
