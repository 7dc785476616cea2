import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@calabash/data-service/database";
import { readSchema } from "@calabash/data-service/rest";
import { readRelations, readReturnTypes, writeTypes } from "@calabash/data-service/row-types";
import { migrateShop } from "#server/settings/prepare-database.ts";
import { newDataDir } from "./test-environment/shop-process.ts";

/**
 * `npm run db:rows`: writes the types of the database's rows, as a new database that the migrations make has them.
 * `-- --check` writes nothing, and fails where the file says something else.
 */
const FILE = "app/platform/database-rows.ts";
const path = join(import.meta.dirname, "..", FILE);

const written = formatted(await describeNewDatabase());
if (!process.argv.includes("--check")) writeFileSync(path, written);
else if (readFileSync(path, "utf8") !== written) {
  console.error(`${FILE} does not match the migrations. Run \`npm run db:rows\`.`);
  process.exitCode = 1;
}

async function describeNewDatabase(): Promise<string> {
  const dataDir = newDataDir();
  const options = { dataDir, databaseUrl: undefined, password: "rows", owner: "rows", say: () => undefined };
  try {
    const database = await openDatabase(options);
    try {
      await migrateShop(database);
      const { foreignKeys, functions } = await readSchema(database.admin);
      return writeTypes(
        await readRelations(database.admin),
        foreignKeys.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        [...functions.values()].flat().toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        await readReturnTypes(database.admin),
      );
    } finally {
      await database.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function formatted(text: string): string {
  const answer = spawnSync("biome", ["format", `--stdin-file-path=${FILE}`], {
    input: text,
    encoding: "utf8",
  });
  if (answer.status !== 0) throw new Error(`Could not write the types: ${answer.stderr}\n${text}`);
  return answer.stdout;
}
