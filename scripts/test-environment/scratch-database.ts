import { rmSync } from "node:fs";
import { type Database, openDatabase } from "@calabash/data-service/database";
import { newDataDir } from "./shop-process.ts";

/** Opens a new database with only the data service's schemas, on a server of its own. `close` removes both. */
export async function openScratchDatabase(): Promise<Database> {
  const dataDir = newDataDir();
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const options = { dataDir, databaseUrl: undefined, password: "scratch", owner: "scratch", print: () => undefined };
    const database = await openDatabase(options);
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
