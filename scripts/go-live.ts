import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findFolderOwner, hasDatabaseFiles, planUpgrade } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { createBackup } from "#server/backups/create-backup.ts";
import { STAND_INS } from "#server/backups/manifest.ts";
import { backupFolder, readEnvironment } from "#server/base/environment.ts";
import { type GoLivePlan, goLive, planGoLive } from "#server/database/go-live.ts";
import { describeUpgrade } from "#server/database/prepare-database.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { examineShop } from "#server/doctor.ts";
import { openImageBucket } from "#server/files/image-bucket.ts";
import { runTool } from "./run-tool.ts";
import { type ShopForTools, withShop } from "./with-shop.ts";

/**
 * `npm run go-live`: makes the store that was set up with SHOP_MODE=empty a live store. Backs it up, then removes test
 * orders, payments, customers, and messages. Fails while the store runs, and until `npm run doctor -- --live` finds no
 * problem. `-- --check` changes nothing.
 */
await runTool(async () => {
  const { databaseUrl, supabase, dataDir } = readEnvironment(process.env);
  if (!databaseUrl && !supabase && !hasDatabaseFiles(dataDir)) {
    throw new StartError(`There is no store in ${dataDir}.`, "Set the DATA_DIR of the empty store.");
  }
  await withShop(async (shop) => {
    await requireStopped(shop);
    if (describeUpgrade(await planUpgrade(shop.sql, readShopSchema())).length > 0) {
      throw new StartError("The database needs an upgrade first.", "Run npm run migrate, then npm run go-live.");
    }
    const plan = await planGoLive(shop.sql);
    const lines: string[] = [];
    const wrongCount = await examineShop({ ...process.env, SHOP_MODE: "live" }, (line) => lines.push(line));
    const isCheck = process.argv.includes("--check");
    if (isCheck) printPlan(plan, { isDone: false });
    if (wrongCount > 0) {
      console.log(lines.join("\n"));
      throw new StartError("The store can't go live yet.", "Solve the problems above, then run npm run go-live again.");
    }
    if (!isCheck) await backUpAndGoLive(shop);
  }, "it has no empty mode.");
});

async function backUpAndGoLive({ environment, databaseUrl, sql }: ShopForTools): Promise<void> {
  const { dataDir, imageBucket, keysSecret } = environment;
  const { file } = await createBackup({
    databaseUrl,
    dataDir,
    bucketFiles: imageBucket && openImageBucket(imageBucket),
    folder: backupFolder(environment),
    hasKeysSecret: keysSecret !== null,
  });
  console.log(`The store as it was is in ${file}.`);
  const plan = await goLive(sql);
  for (const name of STAND_INS) await rm(join(dataDir, name), { force: true });
  printPlan(plan, { isDone: true });
  console.log("Set SHOP_MODE=live, run npm start, log in, and open the store to the public at /desk/first-steps.");
}

async function requireStopped({ environment, sql }: ShopForTools): Promise<void> {
  const users = await sql`
    select 1 from pg_stat_activity
    where pid <> pg_backend_pid() and application_name not in ('calabash tool', 'calabash doctor')
      and (application_name like 'calabash lock:%' or application_name like 'calabash %' and datname = current_database())`;
  if (users.length > 0 || findFolderOwner(environment.dataDir) !== null) {
    throw new StartError("The store is running.", "Stop it first (Ctrl-C in its terminal).");
  }
}

function printPlan(plan: GoLivePlan, { isDone }: { isDone: boolean }): void {
  console.log(`${isDone ? "Kept" : "Would keep"} all settings, and:`);
  console.log(`  ${plan.products} products, ${plan.images} images, ${plan.staff} accounts of staff`);
  console.log(`${isDone ? "Left" : "Would leave"} behind:`);
  console.log(`  ${plan.orders} orders, ${plan.payments} payments, ${plan.messages} emails and text messages`);
  console.log(`  ${plan.accounts} accounts of customers, all carts, and all logins`);
  console.log(
    `${isDone ? "Returned" : "Would return"} what test orders took from stock: ${plan.restocked} products and sizes`,
  );
}
