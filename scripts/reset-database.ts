import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { findFolderOwner, hasDatabaseFiles } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { readEnvironment } from "#server/base/environment.ts";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

/**
 * `npm run db:reset`: empties the demo store's data folder, so that the next start seeds it again. Asks for
 * confirmation (`-- --yes` skips it). Fails while the store is open, and for a live store's data.
 */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  if (environment.databaseUrl || environment.supabase) {
    throw new StartError("The store uses an external database.", "Empty it with that server's tools.");
  }
  if (!hasDatabaseFiles(environment.dataDir)) return console.log(`There is no store in ${environment.dataDir}.`);
  const [state] = await withShop(
    ({ sql }) => sql<{ is_open: boolean; is_demo: boolean; files: string }[]>`
      select not pg_try_advisory_lock(hashtext('calabash shop')) as is_open,
        exists (select 1 from private.shop_facts where name = 'is_demo') as is_demo,
        current_setting('data_directory') as files`,
  );
  if (state?.is_open || findFolderOwner(environment.dataDir) !== null) {
    throw new StartError("The store is running.", "Stop it first (Ctrl-C in its terminal).");
  }
  if (!state?.is_demo) {
    throw new StartError(
      "This is not a demo store, so this command does not delete it.",
      "Move the folder away yourself.",
    );
  }
  if (!process.argv.includes("--yes") && !(await isConfirmed(environment.dataDir))) {
    throw new StartError("Nothing was deleted.", "Enter yes to delete the data.");
  }
  for (const path of [
    state.files,
    join(environment.dataDir, "storage"),
    join(environment.dataDir, "stripe-sandbox.jsonl"),
    join(environment.dataDir, "mailbox.jsonl"),
  ]) {
    rmSync(path, { recursive: true, force: true });
  }
  console.log("The data was deleted. npm start seeds a new demo store.");
});

async function isConfirmed(dataDir: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Delete every product, order and account in ${dataDir}? (yes/no) `);
  terminal.close();
  return answer.trim().toLowerCase() === "yes";
}
