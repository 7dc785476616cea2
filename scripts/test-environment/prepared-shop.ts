import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findDatabaseFiles } from "@calabash/data-service/database";
import { newDataDir, type ShopProcess, startShopProcess, stopShopProcess } from "./shop-process.ts";

/** Environment variable with the folder of the prepared store. */
const FOLDER = "PREPARED_SHOP";

export interface PreparedShop {
  /** Environment variables for the programs that may copy the prepared store. */
  env: Record<string, string>;
  /** Resolves when the store is ready, or with the error. Until then, tests fill their own stores. */
  ready: Promise<Error | null>;
  remove(): void;
}

/**
 * Starts a demo store, waits for its data and images, and stops it. Some 30 tests start with such a store, and
 * copying one takes a tenth of the work.
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

/** @returns the error if it did not open */
async function fillShop(folder: string, prepared: string): Promise<Error | null> {
  mkdirSync(folder);
  // If the database's user cannot enter this folder, the database is elsewhere and cannot be copied; then each test
  // fills its own store.
  if (dirname(findDatabaseFiles(folder)) !== folder) return null;
  const shop = await startShopProcess({ DATA_DIR: folder });
  if (shop.origin) await shop.hasPictures;
  await stopShopProcess(shop);
  if (!shop.origin) return new Error(`The template store did not open:\n${shop.output()}`);
  // Renaming makes the complete folder appear at once.
  renameSync(folder, prepared);
  return null;
}

/**
 * Returns a new data folder with a copy of the prepared store. Outside `npm test`, and before the prepared store is
 * ready, the folder is empty and the store fills it on start.
 */
export function newShopDataDir(): string {
  const folder = newDataDir();
  const prepared = process.env[FOLDER];
  // Keeps owners and permissions: the files belong to the database's user.
  if (prepared && existsSync(prepared)) execFileSync("cp", ["-a", `${prepared}/.`, folder]);
  return folder;
}

/**
 * Opens a demo store with a data folder of its own.
 * @param after Vitest's `afterAll` or `onTestFinished`, after which it is stopped and its folder deleted
 */
export async function openShopProcess(
  after: (clean: () => Promise<void>) => void,
  env: Record<string, string> = {},
): Promise<ShopProcess & { origin: string; dataDir: string }> {
  const dataDir = newShopDataDir();
  const shop = await startShopProcess({ DATA_DIR: dataDir, ...env });
  after(async () => {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  if (!shop.origin) throw new Error(shop.output());
  return { ...shop, origin: shop.origin, dataDir };
}
