import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  type Database,
  listVersions,
  type SchemaSource,
  splitStatements,
  upgradeSchema,
} from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { runTool } from "./run-tool.ts";
import { openScratchDatabase } from "./test-environment/scratch-database.ts";

/** Folder that the Supabase CLI reads; not committed. */
const FOLDER = join(import.meta.dirname, "..", "supabase", "migrations");

/** File that records which schema the migrations in its folder create. */
const STATE = "generated.json";
/** Only the owner of `storage.objects` may run these; on some projects that is not `postgres`. */
const STORAGE_POLICY = /^(?:create|drop) policy [\s\S]+ on storage\.objects\b/i;

interface Generated {
  /** Versions of the baseline and the changes that the migrations contain. */
  versions: string[];
  text: string;
}

interface Options {
  source: SchemaSource;
  /** Opens a database with the data service's schemas, to compare both versions in. */
  openDatabase: () => Promise<Pick<Database, "admin" | "close">>;
  now: Date;
}

/**
 * Writes what `supabase db push` applies to a hosted project: a baseline into an empty folder, else what changed since
 * the version that the folder was generated for. Policies of stored files are a file of their own, because a project
 * may refuse them.
 * @returns the names of the new files
 * @throws StartError if the folder has other migrations
 */
export async function writeHostedMigrations(folder: string, options: Options): Promise<string[]> {
  const { source, now } = options;
  const versions = listVersions(source);
  const before = readState(folder);
  if (before?.text === source.text && before.versions.length === versions.length) return [];
  const statements = (before ? await compare(before, options) : [source.text]).flatMap(splitStatements);
  mkdirSync(folder, { recursive: true });
  const name = before ? `upgrade_to_${source.version}` : `baseline_${source.version}`;
  const files = [
    { name, statements: statements.filter((each) => !STORAGE_POLICY.test(each)) },
    { name: `${name}_storage_policies`, statements: statements.filter((each) => STORAGE_POLICY.test(each)) },
  ].filter((file) => file.statements.length > 0);
  const written = files.map((file, place) => {
    const stamp = new Date(now.getTime() + place * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14);
    return { file: `${stamp}_${file.name.replaceAll(/\W/g, "_")}.sql`, text: `${file.statements.join("\n\n")}\n` };
  });
  for (const { file, text } of written) writeFileSync(join(folder, file), text);
  const state: Generated = { versions, text: source.text };
  writeFileSync(join(folder, STATE), JSON.stringify(state));
  return written.map(({ file }) => file);
}

function readState(folder: string): Generated | null {
  const file = join(folder, STATE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Generated;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return null;
  throw new StartError(
    `The folder ${folder} has migrations that this command did not write.`,
    "Move them away. docs/how-to/use-hosted-supabase.md says how a project that has them goes on.",
  );
}

/** Upgrades a database of the earlier version. @returns the SQL of the upgrade */
async function compare(before: Generated, { source, openDatabase }: Options): Promise<string[]> {
  const database = await openDatabase();
  try {
    await upgradeSchema(database.admin, { ...source, text: before.text, included: new Set(before.versions) });
    const ran: string[] = [];
    await upgradeSchema(database.admin, source, { onSql: (statements) => ran.push(...statements) });
    return ran;
  } finally {
    await database.close();
  }
}

/** `npm run migrations` */
if (import.meta.main) {
  await runTool(async () => {
    const files = await writeHostedMigrations(FOLDER, {
      source: readShopSchema(),
      openDatabase: openScratchDatabase,
      now: new Date(),
    });
    for (const file of files) console.log(relative(process.cwd(), join(FOLDER, file)));
    console.log(files.length === 0 ? "The migrations are up to date." : "Apply them with supabase db push.");
  });
}
