import { openDatabase, startingAlone } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { readEnvironment } from "#server/settings/environment.ts";
import { loadKeys } from "#server/settings/keys.ts";
import { migrateShop, SHOP_MIGRATIONS } from "#server/settings/prepare-database.ts";
import { printReason } from "#server/settings/running.ts";
import { requireKeysOf } from "#server/settings/stored-keys.ts";

/**
 * `npm run migrate`: applies this version's migrations before its first process starts, which otherwise applies them.
 * Processes of the previous version keep running.
 */
try {
  const environment = readEnvironment(process.env);
  if (environment.supabase) {
    throw new StartError("The store uses a hosted Supabase project.", "Apply the migrations with supabase db push.");
  }
  const keys = await loadKeys(environment);
  const database = await openDatabase({
    dataDir: environment.dataDir,
    databaseUrl: environment.databaseUrl,
    password: keys.databasePassword,
    owner: `migrate, pid ${process.pid}`,
    say: (line) => console.log(line),
    followedBy: [SHOP_MIGRATIONS],
  });
  try {
    const applied = await startingAlone(database.admin, async () => {
      const names = await migrateShop(database);
      await requireKeysOf(database.admin, keys);
      return names;
    });
    for (const name of applied) console.log(`applied ${name}`);
    console.log(applied.length === 0 ? "The database is up to date." : `${applied.length} migrations applied.`);
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  printReason(error);
  process.exit(1);
}
