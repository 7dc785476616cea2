import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSchema } from "@calabash/data-service/rest";
import { readRelations, readResultTypes, writeTypes } from "@calabash/data-service/row-types";
import { migrateShop } from "#server/database/prepare-database.ts";
import { runTool } from "./run-tool.ts";
import { openScratchDatabase } from "./test-environment/scratch-database.ts";

/**
 * `npm run db:rows`: writes the types of the database's rows, which only the type checker and editors read, if the
 * schema differs from the one that they were generated from.
 */
const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, "app/platform/database-rows.ts");
/** Folders whose content decides what is written. */
const SOURCES = ["supabase/schemas", "packages/data-service/database/schema", "packages/data-service/row-types"];

const mark = `// Source: ${hashSources()}\n`;
if (!existsSync(FILE) || !readFileSync(FILE, "utf8").startsWith(mark)) {
  await runTool(async () => writeFileSync(FILE, mark + (await describeNewDatabase())));
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const folder of SOURCES) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).sort();
    for (const file of files.filter((name) => /\.(sql|ts)$/.test(name))) {
      hash.update(`${file}\n`).update(readFileSync(join(ROOT, folder, file)));
    }
  }
  return hash.digest("hex");
}

async function describeNewDatabase(): Promise<string> {
  const database = await openScratchDatabase();
  try {
    await migrateShop(database);
    const { foreignKeys, functions } = await readSchema(database.admin);
    return writeTypes(
      await readRelations(database.admin),
      foreignKeys.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      [...functions.values()].flat().toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      await readResultTypes(database.admin),
    );
  } finally {
    await database.close();
  }
}
