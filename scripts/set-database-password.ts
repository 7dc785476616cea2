import { findFolderOwner, setEmbeddedPassword } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { readEnvironment } from "#server/settings/environment.ts";
import { loadKeys } from "#server/settings/keys.ts";
import { printReason } from "#server/settings/running.ts";
import { forgetKeysOf } from "#server/settings/stored-keys.ts";
import { openShopForTools } from "./open-shop-for-tools.ts";

/** `npm run db:password`: sets the password of the database in the data folder to that in keys.json, if they differ. */
try {
  const environment = readEnvironment(process.env);
  const { dataDir, databaseUrl, supabase } = environment;
  if (databaseUrl || supabase) {
    throw new StartError(
      "The database is a server of your own.",
      "Set its password with its tools, and write it into the shop's settings.",
    );
  }
  if (findFolderOwner(dataDir) !== null) {
    throw new StartError("The shop is open.", "Close it first (Ctrl-C where it runs).");
  }
  const { databasePassword } = await loadKeys(environment);
  await setEmbeddedPassword({ dataDir, password: databasePassword, say: console.log });
  const shop = await openShopForTools();
  try {
    await forgetKeysOf(shop.sql);
  } finally {
    await shop.close();
  }
  console.log(`The database in ${dataDir} takes the password in keys.json now.`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  printReason(error);
  process.exit(1);
}
