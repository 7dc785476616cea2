import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { hashPassword } from "@calabash/data-service/auth";
import {
  type Database,
  fillFromCsv,
  leaveFolder,
  openDatabase,
  ownFolder,
  planUpgrade,
  requireFreeFolder,
  startingAlone,
  type UpgradePlan,
  upgradeSchema,
} from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import type { ObjectFiles } from "@calabash/data-service/storage";
import type { Environment, ShopMode } from "#server/base/environment.ts";
import { type Keys, makeDataDir } from "#server/base/keys.ts";
import type { Running } from "#server/base/running.ts";
import { step } from "#server/base/start-step.ts";
import type { Observe } from "#server/observe/events.ts";
import { seedDemoShop } from "#supabase/seed/seed-demo-shop.ts";
import { findConnectionShortage } from "./connection-room.ts";
import { requireFreeSpace } from "./free-space.ts";
import { readShopSchema } from "./shop-schema.ts";
import { requireKeysOf } from "./stored-keys.ts";

const ZIP_CENTERS = join(import.meta.dirname, "..", "..", "supabase", "reference", "zip-centers.csv");

/** Opens the local database or that of DATABASE_URL, and migrates it. Seeds a demo store's database. */
export async function bringUpDatabase(
  environment: Environment,
  { keys, files, running, observe }: { keys: Keys; files: ObjectFiles; running: Running; observe?: Observe },
): Promise<Database> {
  makeDataDir(environment.dataDir);
  // The embedded database locks its folder itself.
  if (environment.databaseUrl) requireFreeFolder(environment.dataDir);
  else await requireFreeSpace(environment.dataDir);
  const name = environment.databaseUrl ? "Database (DATABASE_URL)" : "Database (PostgreSQL 17)";
  const database = await step(name, () =>
    openDatabase({
      dataDir: environment.dataDir,
      databaseUrl: environment.databaseUrl,
      poolUrl: environment.databasePoolUrl,
      connections: environment.databaseConnections,
      password: keys.databasePassword,
      owner: `pid ${process.pid}, port ${environment.port}`,
      print: (line) => console.log(`  ${line}`),
      checkFirst: (admin) => planUpgrade(admin, readShopSchema()),
      onRestarted: () => void logRestart(database),
      onAbandoned: running.giveUp,
      ...(observe ? { observe } : {}),
    }),
  );
  running.add(() => database.close());
  if (environment.databaseUrl) {
    ownFolder(environment.dataDir, `pid ${process.pid}, port ${environment.port}`);
    running.add(async () => leaveFolder(environment.dataDir));
    const shortage = await findConnectionShortage(database.admin, environment, 1);
    if (shortage) console.warn(`    ${shortage.text} ${shortage.remedy}`);
  }
  // If two processes start at once, the second finds everything done.
  await startingAlone(database.admin, async () => {
    const done = await step("Schema", () => migrateShop(database));
    for (const line of describeUpgrade(done)) console.log(`    ${line}`);
    await requireKeysOf(database.admin, keys);
    await step(environment.shopMode === "demo" ? "Demo store" : "Store mode", () =>
      seedShop(database, { shopMode: environment.shopMode, files }),
    );
    // Runs after the seed, because the seed's owner has no MFA.
    await requireMfaOfAdmins(database, environment.adminsNeedMfa);
  });
  return database;
}

async function logRestart({ requests }: Database): Promise<void> {
  console.log("  The database is back.");
  try {
    await requests.shop.begin(async (sql) => {
      await sql.script("set local role service_role");
      await sql`
        select public.raise_alert('database_restarted', null,
          'The database had ended by itself and was started again. Its log, postgres.log in the data folder, says why.', '{}')`;
    });
  } catch (error) {
    console.error("The alert about the database could not be saved:", error);
  }
}

/**
 * Creates or upgrades the store's schema and loads its reference data.
 * @param source the current schema, or an earlier one for the rows of an older backup
 */
export async function migrateShop(
  database: Pick<Database, "admin" | "adminUrl">,
  source = readShopSchema(),
): Promise<UpgradePlan> {
  const plan = await upgradeSchema(database.admin, source, { print: (line) => console.log(`  ${line}`) });
  await fillFromCsv(database.adminUrl, "private.zip_centers", ZIP_CENTERS);
  return plan;
}

/** Describes an upgrade, one line a step; empty if there is nothing to do. */
export function describeUpgrade({ isNew, isTakenOver, changes, code }: UpgradePlan): string[] {
  if (isNew) return ["creates the schema"];
  return [
    ...(isTakenOver ? ["takes over a database from before version 1.0.0"] : []),
    ...changes.map((file) => `applies ${file}`),
    ...(code.length > 0 ? [`re-applies code: ${nameSome(code)}`] : []),
  ];
}

function nameSome(names: readonly string[]): string {
  const [first, ...others] = names;
  return others.length === 0 ? `${first}` : `${first}, and ${others.length} more`;
}

/** Sets whether admins have admin permissions only after MFA; row-level security policies read it. */
export async function requireMfaOfAdmins({ admin }: Database, isRequired: boolean): Promise<void> {
  if (isRequired) {
    await admin`
      insert into private.shop_facts (name, value) values ('admins_need_second_step', 'true')
      on conflict (name) do nothing`;
  } else {
    await admin`delete from private.shop_facts where name = 'admins_need_second_step'`;
  }
}

/**
 * Keeps data of the demo, of test payments, and of customers apart, and records the mode of a new database.
 * @throws StartError if the database belongs to a store in another mode
 */
async function requireMode(admin: Database["admin"], shopMode: ShopMode): Promise<void> {
  const facts = await admin<{ name: string }[]>`select name from private.shop_facts`;
  const has = (name: string) => facts.some((fact) => fact.name === name);
  if (has("is_demo") && shopMode !== "demo") {
    throw new StartError(
      "This database contains the demo store, whose account passwords are public.",
      `Start the ${shopMode} store with a new DATA_DIR or DATABASE_URL, or keep SHOP_MODE=demo.`,
    );
  }
  if (has("is_trial") && shopMode === "live") {
    throw new StartError(
      "This database contains test orders and payments of an empty store.",
      "Run npm run go-live, which leaves them behind, or use a new DATA_DIR or DATABASE_URL.",
    );
  }
  if (has("is_live") && shopMode !== "live") {
    throw new StartError(
      "This database belongs to a live store, which takes no test payments.",
      `Set SHOP_MODE=live, or start the ${shopMode} store with a new DATA_DIR or DATABASE_URL.`,
    );
  }
  if (shopMode === "demo") return;
  const fact = shopMode === "live" ? "is_live" : "is_trial";
  await admin`insert into private.shop_facts (name, value) values (${fact}, 'true') on conflict (name) do nothing`;
}

/**
 * Creates the link that makes the first account of an empty store its owner. Each start replaces it.
 * @returns the token, or null if the store has an owner
 */
export async function createOwnerToken(admin: Database["admin"]): Promise<string | null> {
  const token = randomBytes(24).toString("base64url");
  const digest = createHash("sha256").update(token).digest("hex");
  const stored = await admin`
    insert into private.shop_facts (name, value)
    select 'owner_link', ${digest} where not exists (select from public.profiles where role = 'admin')
    on conflict (name) do update set value = excluded.value
    returning name`;
  return stored.length > 0 ? token : null;
}

/** Removes the demo's logo, contact details, and delivery terms from a new store, and keeps it closed to the public. */
async function closeNewShop(admin: Database["admin"]): Promise<void> {
  await admin`
    with closed as (
      update public.store_settings
      set street = '', city = '', state = '', postal_code = '', near = '', phone = '', email = '', social_links = '[]',
        free_delivery_miles_home = 0, free_delivery_miles_cart = 0, logo = ''
      where phone = '(281) 555-0142' and not exists (select from public.products) and not exists (select from auth.users)
      returning id
    )
    insert into private.shop_facts (name, value) select 'is_closed', 'true' from closed on conflict (name) do nothing`;
}

/**
 * Seeds a new database with the demo store, or closes a new store to the public.
 * @returns whether the demo was seeded now
 * @throws StartError if the database belongs to a store in another mode
 */
export async function seedShop(
  database: Database,
  options: { shopMode: ShopMode; files: ObjectFiles },
): Promise<boolean> {
  const { admin } = database;
  await requireMode(admin, options.shopMode);
  if (options.shopMode !== "demo") {
    await closeNewShop(admin);
    return false;
  }
  const [used] = await admin`
    select 1 where exists (select from private.shop_facts where name = 'is_demo')
      or exists (select from public.products) or exists (select from auth.users)`;
  if (used) return false;
  await seedDemoShop({ sql: admin, addFile: (bytes) => options.files.add(bytes), hashPassword });
  return true;
}
