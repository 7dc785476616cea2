import {
  connect,
  findWriteHost,
  hasDatabaseFiles,
  placeOf as placeOfDatabase,
  type Sql,
  startEmbeddedPostgres,
} from "@calabash/data-service/database";
import { messageOf } from "#app/values/unknown-value.ts";
import type { Environment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { loadKeys } from "#server/base/keys.ts";
import { describeMissingFiles } from "#server/files/missing-files.ts";
import { openStoredFiles, placeOfFiles } from "#server/files/stored-files.ts";
import { findConnectionShortage } from "./connection-room.ts";

/**
 * Connects to the store's database and checks whether it contains demo or live data, and whether a live store charges
 * sales tax. Changes nothing.
 */
export async function checkDatabase(environment: Environment): Promise<Finding[]> {
  try {
    if (environment.supabase) return await checkHosted(environment);
    if (environment.databaseUrl) return await checkServer(await findWriteHost(environment.databaseUrl), environment);
    return await checkEmbedded(environment);
  } catch (error) {
    return wrong(
      `The database at ${placeOf(environment)} cannot be reached: ${messageOf(error)}`,
      "Check the address, and that the server is running and accepts connections from this machine.",
    );
  }
}

function wrong(text: string, remedy: string): Finding[] {
  return [{ subject: "Database", level: "wrong", text, remedy }];
}

async function checkHosted({ supabase, shopMode }: Environment): Promise<Finding[]> {
  const { url, serviceRoleKey } = supabase ?? { url: "", serviceRoleKey: "" };
  const request = (query: string) =>
    fetch(`${url}/rest/v1/${query}&limit=1`, {
      headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
      signal: AbortSignal.timeout(10_000),
    });
  const answer = await request("products?select=id");
  if (!answer.ok) {
    return wrong(
      `The Supabase project at ${url} responded ${answer.status} to a request for a product.`,
      answer.status === 404
        ? "Create its schema: npm run migrations, then supabase db push."
        : "Check SUPABASE_SERVICE_ROLE_KEY in the project's settings.",
    );
  }
  const rates = await request("tax_rates?select=class_id&percent=gt.0");
  const taxed: unknown = rates.ok ? await rates.json() : [];
  const isTaxed = Array.isArray(taxed) && taxed.length > 0;
  return [
    { subject: "Database", level: "good", text: `The Supabase project at ${url} responds.` },
    ...aboutTax(shopMode, isTaxed),
  ];
}

/** A note, because npm run go-live requires a store without problems. */
const TEST_ORDERS: Finding = {
  subject: "Test orders",
  level: "note",
  text: "The database contains test orders and payments, with which a live store doesn't start.",
  remedy: "Run npm run go-live, which leaves them behind.",
};

/** Reports a missing tax rate as a note, because the owner decides whether to charge tax. */
function aboutTax(shopMode: Environment["shopMode"], isTaxed: boolean): Finding[] {
  if (shopMode !== "live") return [];
  if (isTaxed) return [{ subject: "Sales tax", level: "good", text: "The store charges sales tax." }];
  return [
    {
      subject: "Sales tax",
      level: "note",
      text: "No sales tax rate is set, so nothing is taxed.",
      remedy: "Ask an accountant which rates apply. The owner sets tax classes and rates at /desk/settings/tax.",
    },
  ];
}

async function checkEmbedded(environment: Environment): Promise<Finding[]> {
  const { dataDir, shopMode } = environment;
  if (!hasDatabaseFiles(dataDir)) {
    const text = `The first start creates the embedded database in ${dataDir}.`;
    return [{ subject: "Database", level: "good", text }, ...aboutTax(shopMode, false)];
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    password: (await loadKeys(environment)).databasePassword,
    print: () => undefined,
  });
  try {
    return await checkServer(server.url, environment);
  } finally {
    if (!server.wasRunning) await server.stop();
  }
}

async function checkServer(url: string, environment: Environment): Promise<Finding[]> {
  const sql = connect(url, { max: 1, applicationName: "calabash doctor" });
  try {
    const [known] = await sql<{ has_facts: boolean; has_rates: boolean; has_objects: boolean; is_super: boolean }[]>`
      select to_regclass('private.shop_facts') is not null as has_facts,
        to_regclass('public.tax_rates') is not null as has_rates,
        to_regclass('storage.objects') is not null as has_objects,
        (select rolsuper from pg_roles where rolname = current_user) as is_super`;
    const place = placeOf(environment);
    if (!known?.is_super) {
      return wrong(
        `The database user at ${place} is not a superuser, so the store can't create its roles.`,
        "Use a superuser in DATABASE_URL, or use a hosted Supabase project.",
      );
    }
    const facts = known.has_facts ? await sql<{ name: string }[]>`select name from private.shop_facts` : [];
    const isLiveWith = (fact: string) => environment.shopMode === "live" && facts.some(({ name }) => name === fact);
    if (isLiveWith("is_demo")) {
      return wrong(
        `The database at ${place} contains the demo store, whose account passwords are public.`,
        "Start the live store with a new DATA_DIR or DATABASE_URL.",
      );
    }
    // The embedded server has one process and enough connections.
    const shortage = environment.databaseUrl ? await findConnectionShortage(sql, environment, 0) : null;
    const rates = known.has_rates ? await sql`select 1 from public.tax_rates where percent > 0 limit 1` : [];
    return [
      { subject: "Database", level: "good", text: `The database at ${place} responds.` },
      ...(isLiveWith("is_trial") ? [TEST_ORDERS] : []),
      ...(shortage ? [{ subject: "Connections", level: "wrong" as const, ...shortage }] : []),
      ...aboutTax(environment.shopMode, rates.length > 0),
      ...(known.has_objects ? [await checkStoredFiles(sql, environment)] : []),
    ];
  } finally {
    await sql.end();
  }
}

async function checkStoredFiles(sql: Sql, environment: Environment): Promise<Finding> {
  const rows = await sql<{ version: string }[]>`
    select version from storage.objects where version is not null`;
  const subject = "Files";
  const place = placeOfFiles(environment);
  const files = openStoredFiles(environment);
  let present: Set<string | null>;
  try {
    present = new Set((await files.list()).map(({ version }) => version));
    if (environment.imageBucket) await files.remove(await files.add(Buffer.from("Written by npm run doctor.\n")));
  } catch (error) {
    const remedy = "Check the STORAGE_S3_… variables, and that the keys may list, read, write, and delete objects.";
    return { subject, level: "wrong", text: messageOf(error), remedy };
  }
  const missing = rows.filter(({ version }) => !present.has(version)).length;
  if (missing === 0) return { subject, level: "good", text: `All ${rows.length} stored files exist.` };
  return {
    subject,
    level: "wrong",
    text: describeMissingFiles({ missing, named: rows.length }),
    remedy: `Copy them to ${place} (docs/how-to/back-up-and-restore.md). Until then, pages show a placeholder.`,
  };
}

/** Returns the database's location without user and password. */
function placeOf({ supabase, databaseUrl, dataDir }: Environment): string {
  if (supabase) return supabase.url;
  return databaseUrl ? placeOfDatabase(databaseUrl) : dataDir;
}
