import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  type CopiedTable,
  connect,
  copyIn,
  copyOut,
  sha256,
  startEmbeddedPostgres,
  upgradeSchema,
} from "@calabash/data-service/database";
import { create, extract } from "tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  newDataDir,
  readKeysOf,
  runProgram,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { type Manifest, manifestShape } from "#server/backups/manifest.ts";
import { restoreBackup } from "#server/backups/restore-backup.ts";
import { listBackups } from "#server/backups/stored-backups.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { openClient } from "../open-client.ts";
import { orderInput } from "../order-input.ts";
import { openShopDatabase } from "../running-shop.ts";
import { bucketVariables, type S3Store, startS3Store } from "../s3-store.ts";
import { anOrderInput } from "./an-order-input.ts";

/** Each test starts its own databases while other tests run. */
const LONG = 300_000;
/** Data folder of the store that the backup was made of, now closed. */
const original = newShopDataDir();
let backup = "";
/** Folder with the unpacked backup. */
let unpacked = "";
let orderId = "";
let backupFolder = "";
let s3: { store: S3Store; close(): void };

/**
 * Runs a command of the store on a data folder, with the bucket.
 * @param options its options, and objects with variables
 */
function command(name: string, dataDir: string, ...options: (string | Record<string, string>)[]) {
  const variables = options.filter((option) => typeof option === "object");
  return runProgram(
    name,
    { DATA_DIR: dataDir, ...bucketVariables(s3.store), ...Object.assign({}, ...variables) },
    ...options.filter((option) => typeof option === "string"),
  );
}

async function signIn(origin: string, dataDir: string) {
  const client = openClient(origin, readKeysOf(dataDir).anonKey);
  await client.auth
    .signInWithPassword({ email: "shopper@calabash.example", password: DEMO_PASSWORD })
    .then(({ error }) => expect(error).toBeNull());
  return client;
}

beforeAll(async () => {
  backupFolder = mkdtempSync(join(tmpdir(), "calabash-backups-"));
  s3 = await startS3Store();
  const dataDir = original;
  const shop = await startShopProcess({ DATA_DIR: dataDir });
  const client = await signIn(shop.origin ?? "", dataDir);
  const placed = await client.rpc("place_order", await anOrderInput(client));
  expect(placed.error).toBeNull();
  orderId = placed.data.id;
  const made = await command("backup", dataDir);
  expect(made).toMatchObject({ exitCode: 0, output: expect.stringContaining("rows and") });
  // Later changes are not part of the backup.
  await client.rpc("cancel_order", { order_id: orderId });
  const [name = ""] = readdirSync(join(dataDir, "backups"));
  const file = join(dataDir, "backups", name);
  expect(statSync(file).mode & 0o777, "readable only by its owner").toBe(0o600);
  expect((await command("restore", dataDir, file, "--yes")).output).toContain("The store is running.");
  backup = join(backupFolder, name);
  writeFileSync(backup, readFileSync(file));
  expect(made.output).toContain("Uploaded to the bucket market at 127.0.0.1");
  expect(s3.store.objects.get(name)?.equals(readFileSync(file)), "the uploaded file equals the local one").toBe(true);
  await stopShopProcess(shop);
  unpacked = await unpack();
}, LONG);

afterAll(() => {
  s3.close();
  rmSync(original, { recursive: true, force: true });
  rmSync(backupFolder, { recursive: true, force: true });
});

test(
  "a destroyed store is restored from the bucket with every row and image, and opens",
  async () => {
    const dataDir = newDataDir();
    const which = await command("restore", dataDir, "s3:");
    expect(which).toMatchObject({ exitCode: 1, output: expect.stringContaining(`s3:${basename(backup)}`) });
    expect(await command("restore", dataDir, `s3:${basename(backup)}`)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("Restored the store as of"),
    });
    const restored = await rowsIn(dataDir);
    expect(Object.keys(restored).length).toBeGreaterThan(40);
    expect(restored).toEqual(linesOf(readManifest(unpacked).tables, join(unpacked, "tables")));
    expect(filesIn(join(dataDir, "storage"))).toEqual(filesIn(join(unpacked, "storage")));
    expect(filesIn(join(unpacked, "storage")).length).toBeGreaterThan(100);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("restoring-"))).toEqual([]);

    rmSync(join(dataDir, "backups", basename(backup)));
    const shop = await startShopProcess({ DATA_DIR: dataDir, BACKUPS: "nightly", ...bucketVariables(s3.store) });
    const client = await signIn(shop.origin ?? "", dataDir);
    const { data: order } = await client.from("orders").select("status").eq("id", orderId).single();
    expect(order).toEqual({ status: "pending" });
    const { data: picture } = await client.from("condiments").select("img1").limit(1).single();
    expect((await fetch(new URL(picture?.img1, shop.origin ?? ""))).status).toBe(200);
    const again = await client.rpc("place_order", orderInput([], 0));
    expect(again.error?.message, "orders are validated again").toContain("1 to 200 lines");
    const firstNight = async () => (await listBackups(join(dataDir, "backups")))[0]?.name;
    await expect
      .poll(firstNight, { timeout: 60_000, message: "the restored store makes its first backup" })
      .toBeDefined();
    const sent = () => [...s3.store.objects.keys()];
    await expect
      .poll(sent, { timeout: 60_000, message: "the backups of the last 24 hours are kept" })
      .toEqual([basename(backup), await firstNight()]);
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  },
  LONG,
);

test(
  "a restore asks first and keeps the previous data",
  async () => {
    const dataDir = original;
    writeFileSync(join(dataDir, "storage", "mark"), "mine");
    const markIn = (folder: string) => {
      const file = join(folder, "storage", "mark");
      return existsSync(file) ? readFileSync(file, "utf8") : null;
    };
    const rejected = await command("restore", dataDir, backup);
    expect(rejected).toMatchObject({ exitCode: 1, output: expect.stringContaining("Nothing was changed") });
    expect(markIn(dataDir)).toBe("mine");
    expect((await command("restore", dataDir, backup, "--yes")).output).toContain("The previous data is in");
    const [before = ""] = readdirSync(dataDir).filter((name) => name.startsWith("before-restore-"));
    expect(markIn(join(dataDir, before))).toBe("mine");
    expect(markIn(dataDir)).toBeNull();
    expect(filesIn(join(dataDir, "storage"))).toEqual(filesIn(join(unpacked, "storage")));
  },
  LONG,
);

test(
  "a truncated, newer, or incomplete backup file restores nothing",
  async () => {
    const dataDir = newDataDir();
    writeFileSync(join(dataDir, "mark"), "mine");
    const rejection = (file: string) =>
      restoreBackup({ file, dataDir, keysSecret: null, print: () => undefined }).then(
        () => "",
        (error: Error) => error.message,
      );
    const short = join(backupFolder, "short.tar.gz");
    writeFileSync(short, readFileSync(backup));
    truncateSync(short, Math.floor(statSync(backup).size / 2));
    expect(await rejection(short)).toContain("is not a complete backup");
    expect(await rejection(join(backupFolder, "none.tar.gz"))).toContain("There is no file");

    const { migrations, ...others } = readManifest(unpacked);
    const newer = await justManifest("newer", {
      ...others,
      migrations: { ...migrations, shop: [...migrations.shop, "29991231235900"] },
    });
    expect(await rejection(newer)).toContain("a newer version of the store (it has the migration 29991231235900)");
    const fewer = await changed("fewer", (manifest, folder) => {
      const profileTable = manifest.tables.find(({ name }) => name === "profiles");
      writeFileSync(join(folder, "tables", profileTable?.file ?? ""), "");
      if (profileTable) profileTable.rows = 0;
    });
    expect(await rejection(fewer)).toContain("A row references a missing row");
    expect(readdirSync(dataDir)).toEqual(["mark"]);
    rmSync(dataDir, { recursive: true, force: true });
  },
  LONG,
);

test(
  "a backup of an earlier release is restored with its tables, and upgraded; SQL of no release is not run",
  async () => {
    const dataDir = newDataDir();
    const changes = mkdtempSync(join(backupFolder, "changes-"));
    cpSync(readShopSchema().changes, changes, { recursive: true });
    writeFileSync(join(changes, "20990101000000_color.sql"), "alter table public.orders add column box_color text;");
    const schema = { ...readShopSchema(), version: "1.1.0", changes };
    const restore = (released: string[]) =>
      restoreBackup({
        file: backup,
        dataDir,
        keysSecret: null,
        schema,
        released: new Set(released),
        print: () => undefined,
      });
    await expect(restore([])).rejects.toThrow("an older version of the store that is not a release");
    await restore([sha256(readFileSync(join(unpacked, "tables", "applied-schema.sql"), "utf8"))]);

    const password = readKeysOf(dataDir).databasePassword;
    const server = await startEmbeddedPostgres({ dataDir, password, print: () => undefined });
    const admin = connect(server.url, { max: 1, applicationName: "backup test" });
    const [before] = await admin`select to_jsonb(orders) as order from public.orders where id = ${orderId}`;
    expect(before?.["order"]).not.toHaveProperty("box_color");
    expect(await upgradeSchema(admin, schema)).toMatchObject({ changes: ["20990101000000_color.sql"], code: [] });
    const [after] = await admin`select to_jsonb(orders) as order from public.orders where id = ${orderId}`;
    expect(after?.["order"]).toEqual({ ...Object(before?.["order"]), box_color: null });
    await admin.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
  LONG,
);

test(
  "a foreign archive adds no programs, folders, links, or rows of other tables",
  async () => {
    const dataDir = newDataDir();
    const rejection = (file: string) =>
      restoreBackup({ file, dataDir, keysSecret: null, print: () => undefined }).then(
        () => "",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    expect(await rejection(await justManifest("unreadable", "{"))).toContain("its manifest.json has an unknown format");
    const outside = withProfiles({ file: "../../../../etc/passwd.copy" });
    expect(await rejection(await justManifest("outside", outside))).toContain("has an unknown format");
    expect(readdirSync(dataDir)).toEqual([]);

    // Tables outside the list stay unchanged.
    const database = await openShopDatabase();
    const tables: [change: Partial<CopiedTable>, message: string][] = [
      [{ file: "..copy" }, "no such file or directory"],
      [{ name: 'profiles"; drop table public.orders; --' }, "The tables differ"],
      [{ columns: ["id\") from program 'id'; --"] }, "does not exist"],
    ];
    await database.admin`insert into private.shop_facts (name, value) values ('mark', 'mine')`;
    for (const [change, message] of tables) {
      const folder = join(unpacked, "tables");
      await expect(copyIn(database.adminUrl, folder, withProfiles(change))).rejects.toThrow(message);
      expect(await database.admin`select value from private.shop_facts`).toEqual([{ value: "mine" }]);
    }
    await database.close();

    // A foreign database folder, whose configuration would run commands.
    const loaded = await changed("loaded", (_, folder) => {
      mkdirSync(join(folder, "postgres"));
      writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
      writeFileSync(join(folder, "postgres", "postgresql.conf"), "archive_command = 'false'\n");
      mkdirSync(join(folder, "storage", "inner"));
      writeFileSync(join(folder, "storage", "inner", "mark"), "theirs");
      writeFileSync(join(folder, "mark"), "theirs");
      symlinkSync("/etc/passwd", join(folder, "storage", "link"));
    });
    expect(await rejection(loaded)).toBe("");
    expect(readdirSync(dataDir)).not.toContain("mark");
    expect(readdirSync(join(dataDir, "storage")).filter((name) => ["inner", "link"].includes(name))).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  },
  LONG,
);

test(
  "a backup without the keys is restored with them, or with new ones, and opens",
  async () => {
    const from = newDataDir();
    const keysFile = join(from, "keys.json");
    const [one, two, three] = [newDataDir(), newDataDir(), newDataDir()];
    await restoreBackup({ file: backup, dataDir: from, keysSecret: null, print: () => undefined });
    const secret = { SHOP_KEYS: Buffer.from(readFileSync(keysFile)).toString("base64") };
    const made = await command("backup", from, secret);
    expect(made).toMatchObject({ exitCode: 0, output: expect.stringContaining("but not the keys of SHOP_KEYS") });
    const [name = ""] = readdirSync(join(from, "backups"));
    const file = join(from, "backups", name);

    expect(await command("restore", one, file)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("does not contain the store's keys"),
    });
    expect(readdirSync(one)).toEqual([]);
    const opens = async (dataDir: string, env: Record<string, string>) => {
      const shop = await startShopProcess({ DATA_DIR: dataDir, ...env });
      await stopShopProcess(shop);
      return shop.origin === null ? shop.output() : "open";
    };
    expect(await command("restore", two, secret, file)).toMatchObject({ exitCode: 0 });
    expect(await opens(two, secret)).toBe("open");
    expect(await command("restore", three, file, "--new-keys")).toMatchObject({ exitCode: 0 });
    expect(await opens(three, {})).toBe("open");
    for (const folder of [from, one, two, three]) rmSync(folder, { recursive: true, force: true });
  },
  LONG,
);

test(
  "a backup is restored into an empty database of another server, and into no other",
  async () => {
    const server = newDataDir();
    const embedded = await startEmbeddedPostgres({ dataDir: server, password: "owner", print: () => undefined });
    const dataDir = newDataDir();
    const env = { DATABASE_URL: embedded.url };
    expect(await command("restore", dataDir, env, backup)).toMatchObject({ exitCode: 0 });
    const sql = connect(embedded.url, { max: 1, applicationName: "backup test" });
    expect((await sql`select status from public.orders where id = ${orderId}`)[0]).toEqual({ status: "pending" });
    await sql.end();
    expect(filesIn(join(dataDir, "storage"))).toEqual(filesIn(join(unpacked, "storage")));
    const shop = await startShopProcess({ DATA_DIR: dataDir, ...env });
    expect([shop.origin !== null, shop.output()]).toEqual([true, shop.output()]);
    await stopShopProcess(shop);

    const other = newDataDir();
    expect(await command("restore", other, env, backup)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("The database of DATABASE_URL is not empty."),
    });
    expect(readdirSync(other)).toEqual([]);
    await embedded.stop();
    for (const folder of [server, dataDir, other]) rmSync(folder, { recursive: true, force: true });
  },
  LONG,
);

/**
 * Packs a changed copy of the backup.
 * @returns the file
 */
async function changed(name: string, change: (manifest: Manifest, folder: string) => void): Promise<string> {
  const folder = await unpack();
  const manifest = readManifest(folder);
  change(manifest, folder);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return pack(name, folder);
}

/**
 * Packs a backup with only a manifest, because an invalid manifest is rejected before anything else is read.
 * @returns the file
 */
function justManifest(name: string, manifest: Manifest | string): Promise<string> {
  const folder = mkdtempSync(join(backupFolder, "manifest-"));
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, "manifest.json"), text);
  return pack(name, folder);
}

/** Returns the backup's manifest with a changed entry for the table profiles. */
function withProfiles(change: Partial<CopiedTable>): Manifest {
  const manifest = readManifest(unpacked);
  const tables = manifest.tables.map((table) => (table.name === "profiles" ? { ...table, ...change } : table));
  return { ...manifest, tables };
}

async function pack(name: string, folder: string): Promise<string> {
  const file = join(backupFolder, `${name}.tar.gz`);
  // Without compression, because most of it is images and its size does not matter.
  await create({ gzip: { level: 0 }, file, cwd: folder }, readdirSync(folder));
  return file;
}

function readManifest(folder: string): Manifest {
  return manifestShape.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
}

async function unpack(): Promise<string> {
  const folder = mkdtempSync(join(backupFolder, "unpacked-"));
  await extract({ file: backup, cwd: folder });
  return folder;
}

/** Reads every row of a closed store's data folder. */
async function rowsIn(dataDir: string): Promise<Record<string, string[]>> {
  const server = await startEmbeddedPostgres({
    dataDir,
    password: readKeysOf(dataDir).databasePassword,
    print: () => undefined,
  });
  const folder = join(mkdtempSync(join(backupFolder, "rows-")), "tables");
  const { tables } = await copyOut(server.url, folder);
  expect(statSync(folder).mode & 0o777, "readable only by its owner").toBe(0o700);
  await server.stop();
  return linesOf(tables, folder);
}

function linesOf(tables: { file: string }[], folder: string): Record<string, string[]> {
  return Object.fromEntries(
    tables.map(({ file }) => [file, readFileSync(join(folder, file), "utf8").split("\n").sort()]),
  );
}

function filesIn(folder: string): [name: string, content: string][] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name)).toString("latin1")]);
}
