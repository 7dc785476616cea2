import { chmodSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { connect, findFreePort } from "@calabash/data-service/database";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import {
  databaseUrlOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { aFolder } from "./a-folder.ts";

/** Starts a misconfigured store. @returns its output: one clear sentence and what to do, with exit code 1 */
async function startAndFail(env: Record<string, string>): Promise<string> {
  const shop = await startShopProcess({ DATA_DIR: aFolder(), ...env });
  expect(shop.origin).toBeNull();
  expect(await shop.ended).toBe(1);
  expect(shop.output()).not.toMatch(/^\s+at /m);
  return shop.output();
}

test("a port in use is reported", async () => {
  const port = await findFreePort();
  const other = createServer().listen(port, "127.0.0.1");
  expect(await startAndFail({ PORT: String(port) })).toContain(`Port ${port} is taken by another program.`);
  other.close();
});

test("an unreachable database is reported without its password", async () => {
  const port = await findFreePort();
  const output = await startAndFail({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${port}/calabash` });
  expect(output).toContain(`The database at 127.0.0.1:${port}/calabash cannot be reached`);
  expect(output).not.toContain("secret");
});

test("an invalid SAML_PROVIDERS file is reported", async () => {
  expect(await startAndFail({ SAML_PROVIDERS: "/nowhere/providers.json" })).toContain(
    "The SAML_PROVIDERS file /nowhere/providers.json is invalid",
  );
});

test("an invalid variable is reported", async () => {
  expect(await startAndFail({ PORT: "many" })).toContain("PORT");
});

const LIVE = {
  SHOP_MODE: "live",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  PUBLIC_ORIGIN: "https://shop.example",
  AUTH_DISABLE_SIGNUP: "1",
};

test("a live store with test keys, http, and open sign-up reports all errors together", async () => {
  const failure = await startAndFail({
    ...LIVE,
    STRIPE_SECRET_KEY: "sk_test_x",
    PUBLIC_ORIGIN: "http://shop.example",
    AUTH_DISABLE_SIGNUP: "0",
  });
  for (const missing of ["test keys", "http://shop.example, which is not encrypted", "AUTH_CONFIRM_EMAIL=1"]) {
    expect(failure).toContain(missing);
  }
});

describe("a live store without a mail server, in a new folder below a private home folder", () => {
  const home = aFolder(afterAll);
  const dataDir = join(home, "data");
  let live: ShopProcess;

  beforeAll(async () => {
    chmodSync(home, 0o700);
    live = await startShopProcess({ DATA_DIR: dataDir, ...LIVE });
    expect([live.origin !== null, live.output()]).toEqual([true, live.output()]);
  });
  afterAll(async () => {
    await stopShopProcess(live);
    if (placeNamed()) rmSync(dirname(placeNamed() ?? ""), { recursive: true, force: true });
  });
  const placeNamed = () => /the database files are in (\S+)\.$/m.exec(live.output())?.[1];

  test("it opens, warns, and shows no local mailbox", async () => {
    expect(live.output()).toContain(
      "no order emails are sent, and customers must call to reset a password. Set SMTP_URL and MAIL_FROM.",
    );
    expect((await fetch(`${live.origin}/dev/mailbox`)).status).toBe(404);
    const response = await fetch(`${live.origin}/auth/v1/recover`, {
      method: "POST",
      body: JSON.stringify({ email: "ama@test.example" }),
    });
    expect(await response.json()).toMatchObject({ error_code: "email_provider_disabled" });
  });

  test("it shows the public an opening-soon page without the demo's details until its owner opens it", async () => {
    const get = (path: string, headers = {}) => fetch(`${live.origin}${path}`, { headers, redirect: "manual" });
    for (const path of ["/", "/home", "/condiments", "/es/contact", "/products/wears/1"]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 302, "no-store"]);
      expect(response.headers.get("location")).toMatch(/^(\/es)?\/opening-soon$/);
    }
    const data = await get("/home.data");
    expect([data.status, data.headers.get("x-remix-redirect")]).toEqual([204, "/opening-soon"]);
    for (const path of ["/auth", "/desk", "/robots.txt"]) expect((await get(path)).status).toBe(200);

    const fictional =
      /555-0142|1000 Market Street|calabash\.example|Free delivery|hero-cloth|puna-yam|shop-front|share\.webp/i;
    const notice = await (await get("/opening-soon")).text();
    expect(notice).toContain("We open soon.");
    const preview = await (await get("/home", { cookie: "shop-preview=1" })).text();
    expect(preview).toContain("Visit Our Store");
    for (const page of [notice, preview]) expect(fictional.exec(page)?.[0]).toBeUndefined();

    const sql = connectTo(dataDir);
    await sql`delete from private.shop_facts where name = 'is_closed'`;
    await sql.end();
    await expect.poll(async () => (await get("/home")).status).toBe(200);
    expect((await get("/opening-soon")).headers.get("location")).toBe("/home");
  });

  test("its database has no factories of tests", async () => {
    const sql = connectTo(dataDir);
    expect(await sql`select nspname from pg_namespace where nspname in ('private', 'testing')`).toEqual([
      { nspname: "private" },
    ]);
    await sql.end();
  });

  test("it prints the location of the database", () => {
    // An ordinary user's database runs as that user, who can read the data folder.
    expect(placeNamed() !== undefined).toBe(process.getuid?.() === 0);
    expect(existsSync(placeNamed() ?? join(dataDir, "postgres"))).toBe(true);
  });

  test("its folder is private", async () => {
    // The first backup, which the store makes at its start, and its temporary files.
    const backups = join(dataDir, "backups");
    const isMade = () => existsSync(backups) && readdirSync(backups).every((name) => name.endsWith(".tar.gz"));
    await expect.poll(() => isMade() && readdirSync(backups).length).toBe(1);
    expect(filesOpenToOthers(dataDir)).toEqual([]);
    // Under root, others may enter the folder, because the database runs as another user.
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe(process.getuid?.() === 0 ? "711" : "700");
  });
});

test("an open store keeps its files private and works without root's privileges", async () => {
  const { origin, dataDir } = await openShopProcess(onTestFinished);
  // A resized image, a text message, and an order's payment also write files.
  const home = await (await fetch(`${origin}/home`)).text();
  const picture = /\/storage\/v1\/render\/[^" ]+/.exec(home)?.[0].replaceAll("&amp;", "&");
  expect((await fetch(`${origin}${picture}`)).status).toBe(200);
  // A variant that was not rendered in advance.
  const other = picture?.replace(/quality=\d+/, "quality=100");
  expect(other).not.toBe(picture);
  expect((await fetch(`${origin}${other}`)).status).toBe(200);
  await fetch(`${origin}/auth/v1/otp`, { method: "POST", body: JSON.stringify({ phone: "+15550100123" }) });
  expect(filesOpenToOthers(dataDir)).toEqual([]);

  const owner = connectTo(dataDir);
  const rows = await owner<{ name: string }[]>`
    select application_name as name from pg_stat_activity
    where usename = 'postgres' and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  expect(rows.map(({ name }) => name)).toEqual([expect.stringMatching(/^calabash lock: pid /)]);
  await owner.end();
});

const connectTo = (dataDir: string) => connect(databaseUrlOf(dataDir), { max: 1, applicationName: "a test" });

function filesOpenToOthers(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
    // A file may be renamed while it is being written.
    (name) => ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );
}
