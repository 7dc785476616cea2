import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { findDatabaseFiles } from "#data-service/database/embedded-postgres.ts";
import { findFreePort } from "#data-service/database/free-port.ts";
import { newDataDir, startShopProcess, stopShopProcess } from "./shop-process.ts";

/** Tells the programs of one test run where its prepared shop lies. */
const FOLDER = "PREPARED_SHOP";

export interface PreparedShop {
  /** For the programs that may copy it; empty where there is nothing to copy. */
  env: Record<string, string>;
  remove(): void;
}

/**
 * Opens a demo shop, waits until its database is filled and its pictures are made, and closes it: three dozen tests
 * begin with such a shop, and to copy one takes a tenth of the work.
 * @throws when the shop does not open
 */
export async function prepareShop(): Promise<PreparedShop> {
  const folder = newDataDir();
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  // Below a closed folder the database lies elsewhere, and each shop makes its own.
  if (dirname(findDatabaseFiles(folder)) !== folder) return { env: {}, remove };
  const shop = await startShopProcess({ PORT: String(await findFreePort()), DATA_DIR: folder });
  if (shop.origin) await shop.hasPictures;
  await stopShopProcess(shop);
  if (shop.origin) return { env: { [FOLDER]: folder }, remove };
  remove();
  throw new Error(`The shop that others copy did not open:\n${shop.output()}`);
}

/**
 * The data of a demo shop that was opened before: a copy of this run's prepared one. Alone, without `npm test` around
 * it, the folder is empty and the shop fills it when it starts.
 */
export function newShopDataDir(): string {
  const folder = newDataDir();
  const prepared = process.env[FOLDER];
  // With owners and rights as they are: the database's files are its user's.
  if (prepared) execFileSync("cp", ["-a", `${prepared}/.`, folder]);
  return folder;
}
