import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  APPLIED_SCHEMA_FILE,
  copyIn,
  findDatabaseFiles,
  hashVersions,
  listMigrations,
  listVersions,
  OWN_MIGRATIONS,
  openDatabase,
  type SchemaSource,
  type Sql,
  sha256,
} from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { extract } from "tar";
import { fieldsOf, messageOf, parsedJson } from "#app/values/unknown-value.ts";
import { type KeysSecret, loadKeys, makeDataDir } from "#server/base/keys.ts";
import { migrateShop } from "#server/database/prepare-database.ts";
import { RELEASED_SCHEMAS, readShopSchema } from "#server/database/shop-schema.ts";
import { forgetKeysOf } from "#server/database/stored-keys.ts";
import { KEYS_FILE, type Manifest, manifestShape, STAND_INS, STORAGE_FOLDER, TABLES_FOLDER } from "./manifest.ts";
import { stampOf } from "./stored-backups.ts";

const FOLDERS: readonly string[] = [TABLES_FOLDER, STORAGE_FOLDER];
const FILES: readonly string[] = ["manifest.json", KEYS_FILE, ...STAND_INS];

export interface Restored {
  manifest: Manifest;
  rows: number;
  /** Folder with the previous data; null if there was none. */
  before: string | null;
}

/**
 * Restores a data folder from a backup: fills and verifies a copy, and only then moves it into place. The previous data
 * is moved to a separate folder. With a database of the owner's own, which must be empty, the rows go there in one
 * transaction. The store must be closed.
 * @param options.file created by `createBackup` on any machine, by this or an older version of the store
 * @throws StartError if the file is not a backup, lacks its keys, is of a newer version, or is inconsistent; nothing has
 *   changed then
 */
export async function restoreBackup(options: {
  file: string;
  dataDir: string;
  /** Keys of a store whose keys are not in its data folder, and so not in its backups. */
  keysSecret: KeysSecret | null;
  /** Whether a store whose keys are lost gets new ones. */
  makesNewKeys?: boolean;
  /** Empty database for the rows; by default the embedded one in the data folder. */
  databaseUrl?: string | undefined;
  /** Schema of this version. */
  schema?: SchemaSource;
  /** Hashes of the schemas of earlier versions, whose backups can be restored. */
  released?: ReadonlySet<string>;
  print: (line: string) => void;
}): Promise<Restored> {
  const { file, dataDir, keysSecret, databaseUrl, makesNewKeys = false, print } = options;
  const { schema = readShopSchema(), released = RELEASED_SCHEMAS } = options;
  makeDataDir(dataDir);
  const copy = await mkdtemp(join(dataDir, "restoring-"));
  if (process.getuid?.() === 0) await chmod(copy, 0o711);
  try {
    print("Unpacking…");
    const manifest = await unpack(file, copy);
    const source = await findSchema(copy, manifest, { schema, released });
    await requireFiles(copy, manifest);
    const hasOwnKeys = existsSync(join(copy, KEYS_FILE)) || keysSecret !== null;
    if (!hasOwnKeys && !makesNewKeys) {
      throw new StartError(
        "The backup does not contain the store's keys, because they were in SHOP_KEYS or SHOP_KEYS_FILE.",
        "Set that variable and run the command again. If the keys are lost, add --new-keys: everyone must then log in " +
          "and set up two-step verification again.",
      );
    }
    print(databaseUrl ? "Loading the backup into the database…" : "Loading the backup into a separate database…");
    await fill(copy, manifest, { keysSecret, databaseUrl, isRekeyed: !hasOwnKeys, source, print });
    print("The backup is complete. Moving it into place…");
    const before = await changePlaces(dataDir, copy);
    return { manifest, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), before };
  } finally {
    // The database is outside the copy if its user cannot enter that folder. An interrupted process may still write, so
    // removal is retried.
    for (const folder of [dirname(findDatabaseFiles(copy)), copy]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

async function unpack(file: string, copy: string): Promise<Manifest> {
  const noBackup = (detail: string) =>
    new StartError(`${file} is not a complete backup: ${detail}`, "Use another file from the backups folder.");
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`, "Name a file in the backups folder.");
  try {
    await extract({ file, cwd: copy, strict: true, filter: isOfBackup });
  } catch (error) {
    throw noBackup(messageOf(error));
  }
  const text = await readFile(join(copy, "manifest.json"), "utf8").catch(() => {
    throw noBackup("it has no manifest.json.");
  });
  const read = manifestShape.safeParse(parsedJson(text));
  if (!read.success) throw noBackup("its manifest.json has an unknown format.");
  return read.data;
}

/**
 * Accepts folders and plain files of a backup. Database files of an unknown archive are rejected, because their
 * configuration would be executed.
 */
function isOfBackup(path: string, entry: unknown): boolean {
  const { type } = fieldsOf(entry);
  const [part = "", ...names] = path.replace(/^\.\//, "").replace(/\/$/, "").split("/");
  const isFolder = FOLDERS.includes(part);
  if (type === "Directory") return isFolder && names.length === 0;
  if (type !== "File" && type !== "OldFile") return false;
  return isFolder ? names.length === 1 : FILES.includes(part) && names.length === 0;
}

/**
 * Returns the schema whose tables the backup's rows fit: this version's, or that of an earlier release, which the backup
 * contains. Its SQL runs only if it is the text of a release, because an archive may come from anywhere.
 */
async function findSchema(
  copy: string,
  { migrations }: Manifest,
  { schema, released }: { schema: SchemaSource; released: ReadonlySet<string> },
): Promise<SchemaSource> {
  const { baseline } = schema;
  const shop = hashVersions(migrations.shop) === baseline.takenOver.versions ? [baseline.version] : migrations.shop;
  if (!shop.includes(baseline.version)) {
    throw new StartError(
      "This backup was made by a version of the store that is too old for this one.",
      "Restore it with the version that made it. Then start this version on that data folder: it upgrades the database.",
    );
  }
  const known = listVersions(schema);
  const own = listMigrations(OWN_MIGRATIONS).map(({ version }) => version);
  const unknown = [
    ...migrations.dataService.filter((version) => !own.includes(version)),
    ...shop.filter((version) => !known.includes(version)),
  ];
  if (unknown.length > 0) {
    throw new StartError(
      `This backup was made by a newer version of the store (it has the migration ${unknown.at(-1)}).`,
      "Restore it with the version that made it.",
    );
  }
  if (shop.length === known.length && migrations.dataService.length === own.length) return schema;
  const text = await readFile(join(copy, TABLES_FOLDER, APPLIED_SCHEMA_FILE), "utf8").catch(() => "");
  if (released.has(sha256(text))) return { ...schema, text, included: new Set(shop) };
  throw new StartError(
    "This backup was made by an older version of the store that is not a release.",
    "Restore it with the version that made it. Then start this version on that data folder: it upgrades the database.",
  );
}

/** Creates a database of the backup's version and fills it with the backup's rows. */
async function fill(
  copy: string,
  manifest: Manifest,
  {
    keysSecret,
    databaseUrl,
    isRekeyed,
    source,
    print,
  }: {
    keysSecret: KeysSecret | null;
    databaseUrl: string | undefined;
    isRekeyed: boolean;
    source: SchemaSource;
    print: (line: string) => void;
  },
): Promise<void> {
  const keys = await loadKeys({ dataDir: copy, keysSecret: existsSync(join(copy, KEYS_FILE)) ? null : keysSecret });
  const database = await openDatabase({
    dataDir: copy,
    databaseUrl,
    password: keys.databasePassword,
    owner: `restore, pid ${process.pid}`,
    onlyMigrations: new Set(manifest.migrations.dataService),
    ...(databaseUrl ? { checkFirst: requireEmpty } : {}),
    print,
  });
  try {
    await migrateShop(database, source);
    await copyIn(database.adminUrl, join(copy, TABLES_FOLDER), manifest).catch((error: Error) => {
      throw new StartError(
        `The backup's rows are inconsistent: ${error.message}`,
        "Use an older backup. The store was not changed.",
      );
    });
    if (isRekeyed) await forgetKeysOf(database.admin);
  } finally {
    await database.close();
  }
}

/** A store without accounts, products, and orders counts as empty: an earlier try may have created its tables. */
async function requireEmpty(sql: Sql): Promise<void> {
  const [found] = await sql<{ is_store: boolean; tables: number }[]>`
    select to_regclass('private.shop_facts') is not null as is_store, count(*)::integer as tables
    from pg_catalog.pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  const isUsed = found?.is_store
    ? (
        await sql`
          select 1 where exists (select from auth.users) or exists (select from public.products)
            or exists (select from public.orders)`
      ).length > 0
    : found?.tables !== 0;
  if (!isUsed) return;
  throw new StartError(
    "The database of DATABASE_URL is not empty.",
    "Create a new database, and set DATABASE_URL to it. Nothing was changed.",
  );
}

async function requireFiles(copy: string, { files }: Manifest): Promise<void> {
  const there = await readdir(join(copy, STORAGE_FOLDER));
  if (there.length === files) return;
  throw new StartError(
    `The backup has ${there.length} stored files, but its manifest lists ${files}.`,
    "Use an older backup. The store was not changed.",
  );
}

/** Moves the previous data to a separate folder, and the restored data into place. */
async function changePlaces(dataDir: string, copy: string): Promise<string | null> {
  const before = join(dataDir, `before-restore-${stampOf(new Date())}`);
  const old = findDatabaseFiles(dataDir);
  const places = [
    // If the database's user cannot enter the data folder, its files are elsewhere; then the previous ones stay next to
    // the new ones.
    { now: old, filled: findDatabaseFiles(copy), aside: dirname(old) === dataDir ? before : dirname(old) },
    ...[STORAGE_FOLDER, KEYS_FILE, ...STAND_INS].map((name) => ({
      now: join(dataDir, name),
      filled: join(copy, name),
      aside: before,
    })),
  ];
  const hadShop = places.some(({ now }) => existsSync(now));
  if (hadShop) await mkdir(before, { mode: 0o700 });
  for (const { now, filled, aside } of places) {
    const name = now.split(/[\\/]/).at(-1) ?? "";
    if (existsSync(now)) await rename(now, join(aside, aside === before ? name : `${name}-before-${Date.now()}`));
    if (existsSync(filled)) await rename(filled, now);
  }
  return hadShop ? before : null;
}
