import { findFolderOwner, setEmbeddedPassword } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { readEnvironment } from "#server/base/environment.ts";
import { loadKeys } from "#server/base/keys.ts";
import { forgetKeysOf } from "#server/database/stored-keys.ts";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

/** `npm run db:password`: sets the password of the database in the data folder to that in keys.json, if they differ. */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  const { dataDir, databaseUrl, supabase } = environment;
  if (databaseUrl || supabase) {
    throw new StartError(
      "The store uses an external database.",
      "Set the password with that server's tools, and update DATABASE_URL.",
    );
  }
  if (findFolderOwner(dataDir) !== null) {
    throw new StartError("The store is running.", "Stop it first (Ctrl-C in its terminal).");
  }
  const { databasePassword } = await loadKeys(environment);
  await setEmbeddedPassword({ dataDir, password: databasePassword, print: console.log });
  await withShop(({ sql }) => forgetKeysOf(sql));
  console.log(`The database in ${dataDir} now uses the password in keys.json.`);
});
