import { hasDatabaseFiles, openDatabase, planUpgrade, startingAlone } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { type Environment, readEnvironment } from "#server/base/environment.ts";
import { loadKeys } from "#server/base/keys.ts";
import { describeUpgrade, migrateShop } from "#server/database/prepare-database.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { requireKeysOf } from "#server/database/stored-keys.ts";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

/**
 * `npm run migrate`: upgrades the database before this version's first process starts, which otherwise does it.
 * Processes of the previous version keep running. `-- --check` changes nothing: it prints what an upgrade would do, and
 * whether the running version survives it.
 */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  if (environment.supabase) {
    throw new StartError(
      "The store uses a hosted Supabase project.",
      "Generate its migrations with npm run migrations, and apply them with supabase db push.",
    );
  }
  await (process.argv.includes("--check") ? check(environment) : migrate(environment));
});

async function migrate(environment: Environment): Promise<void> {
  const keys = await loadKeys(environment);
  const database = await openDatabase({
    dataDir: environment.dataDir,
    databaseUrl: environment.databaseUrl,
    password: keys.databasePassword,
    owner: `migrate, pid ${process.pid}`,
    print: (line) => console.log(line),
    checkFirst: (admin) => planUpgrade(admin, readShopSchema()),
  });
  try {
    const lines = await startingAlone(database.admin, async () => {
      const plan = await migrateShop(database);
      await requireKeysOf(database.admin, keys);
      return describeUpgrade(plan);
    });
    for (const line of lines) console.log(line);
    console.log(lines.length === 0 ? "The database is up to date." : "The database was upgraded.");
  } finally {
    await database.close();
  }
}

async function check({ databaseUrl, dataDir }: Environment): Promise<void> {
  if (!databaseUrl && !hasDatabaseFiles(dataDir)) {
    console.log(`There is no store in ${dataDir}. The first start creates it.`);
    return;
  }
  await withShop(async ({ sql }) => {
    const plan = await planUpgrade(sql, readShopSchema());
    const lines = describeUpgrade(plan);
    for (const line of lines) console.log(line);
    for (const reason of plan.breaks) console.log(`The running version fails afterwards: ${reason}`);
    if (lines.length === 0) console.log("The database is up to date.");
    else if (plan.breaks.length > 0) console.log("Stop the running version before this upgrade.");
    else if (!plan.isNew) console.log("The running version keeps working during and after this upgrade.");
  });
}
