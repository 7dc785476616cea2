import { type AddressInfo, createServer, connect as openSocket, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase, PASSWORD, startTestShop } from "../../tests/running-shop.ts";
import { connect } from "./database/connect.ts";

/** Upgrades and outages of the database, as seen by clients of the data service. */

test("users can log in while a newer version of the store adds columns", async () => {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  const person = await shop.signUp("Ada");
  const signIn = async () => {
    const client = shop.newClient();
    const { data, error } = await client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const user = await client.auth.getUser();
    const factors = await client.auth.mfa.listFactors();
    const list = await shop.newClient(shop.keys.serviceRoleKey).auth.admin.listUsers();
    return [error, data.user?.id, user.error, factors.error, list.error];
  };
  const expected = [null, person.id, null, null, null];
  // A statement is prepared when it is used for the second time.
  for (let time = 0; time < 3; time += 1) expect(await signIn()).toEqual(expected);
  for (const table of ["users", "identities", "sessions", "mfa_factors", "refresh_tokens"]) {
    await shop.database.admin.script(`alter table auth.${table} add column of_tomorrow text`);
  }
  for (let time = 0; time < 3; time += 1) expect(await signIn()).toEqual(expected);
});

test("on a read-only database server, writes get 503 and reads succeed", async () => {
  const shop = await startTestShop({ logError: () => undefined });
  onTestFinished(() => shop.close());
  const [person, owner] = await shop.signUpAll("customer", "owner");
  const [here] = await shop.database.admin`select current_database() as name`;
  const setReadOnly = async (value: "on" | "off") => {
    await shop.database.admin.script(
      `begin read write;
       alter database ${String(here?.["name"])} set default_transaction_read_only = ${value};
       commit`,
    );
    await shop.database.admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  };
  await setReadOnly("on");
  // The pools discard the ended connections and open others.
  await expect.poll(async () => (await shop.guest.from("products").select("id").retry(false)).status).toBe(200);
  const added = await owner.client.from("condiments").insert({ name: "Ogiri", price: 3 }).retry(false);
  expect([added.status, added.error?.code]).toEqual([503, "PGRST003"]);
  const signedIn = await shop.dataService.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: shop.keys.anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  });
  expect([signedIn.status, signedIn.headers.has("retry-after")]).toEqual([503, true]);
  const file = await owner.client.storage.from("wears_styles").remove(["nothing.webp"]);
  expect(file.error).toMatchObject({ status: 503 });
  const read = await shop.dataService.request("/rest/v1/rpc/resolve_alert?alert_id=1", {
    headers: { apikey: shop.keys.anonKey, authorization: `Bearer ${owner.accessToken}` },
  });
  expect(read.status, "a write through GET is the client's error").toBe(405);
  await setReadOnly("off");
  await expect
    .poll(async () => (await owner.client.from("condiments").insert({ name: "Ogiri", price: 3 })).status)
    .toBe(201);
});

test("after one lost connection, no request waits for another idle one", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const { sockets, url } = await startRelay(database.adminUrl);
  const rows = connect(url, { max: 3, applicationName: "rows", statementTimeoutMs: 1000 });
  const signIns = connect(url, { max: 3, applicationName: "sign-ins", statementTimeoutMs: 1000 });
  onTestFinished(async () => void (await Promise.all([rows.end(), signIns.end()])));
  const ask = (sql: typeof rows) => sql`select pg_sleep(0.05), 1 as one`;
  await Promise.all([rows, rows, rows, signIns, signIns, signIns].map(ask));
  // The network drops all open connections without notifying either side.
  for (const socket of sockets) socket.pause().unpipe();
  await expect(ask(rows)).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  for (const sql of [rows, rows, signIns, signIns, signIns]) expect(await ask(sql)).toMatchObject([{ one: 1 }]);
});

/** Starts a TCP relay between a pool and the server; returns the sockets of both sides. */
async function startRelay(serverUrl: string): Promise<{ sockets: Set<Socket>; url: string }> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    const far = openSocket(Number(target.port), target.hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((open) => relay.listen(0, "127.0.0.1", open));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  const url = new URL(serverUrl);
  url.port = String((relay.address() as AddressInfo).port);
  url.search = "";
  return { sockets, url: url.href };
}
