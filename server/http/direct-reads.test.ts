import { findFreePort } from "@calabash/data-service/database";
import { afterAll, expect, test } from "vitest";
import { readEnvironment } from "#server/base/environment.ts";
import { createEvents, type StoreEvent } from "#server/observe/events.ts";
import { aProduct, openTestShop } from "#tests/running-shop.ts";
import { createDirectReads } from "./direct-reads.ts";
import { listen } from "./open-server.ts";
import { createSecurityHeaders, listHeaders } from "./security-headers.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
await aProduct(shop, { table: "condiments", name: "Red Palm Oil", price: 14.99 });
await aProduct(shop, { table: "condiments", name: "Suya Pepper", price: 6.99 });

/** Headers that differ between two equal responses. */
const PER_RESPONSE = new Set(["date", "x-request-id", "keep-alive", "connection"]);
type Ask = { headers?: Record<string, string>; method?: string };
const apikey = shop.keys.anonKey;

const events = createEvents();
const reported: StoreEvent[] = [];
events.subscribe({ request: (event) => reported.push(event) });
const headers = await listHeaders(createSecurityHeaders({ isHttps: false }));
const direct = createDirectReads({ readDirectly: shop.readDirectly, headers, observe: events.observe });
/** Ask the store's server with and without direct reads. */
const [ask, askApp] = [await startServer([direct]), await startServer([])];

async function startServer(handlers: Parameters<typeof listen>[2]) {
  const port = await findFreePort();
  const { limits } = readEnvironment({});
  const environment = { port, host: "127.0.0.1", limits, trustsProxy: false };
  const server = await listen(environment, shop.app, handlers, async () => false);
  afterAll(() => server.close());
  return async (path: string, { headers = { apikey }, method = "GET" }: Ask = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    const own = [...response.headers].filter(([name]) => !PER_RESPONSE.has(name));
    const id = response.headers.get("x-request-id");
    return { response: { status: response.status, headers: Object.fromEntries(own), body: await response.text() }, id };
  };
}

const asObject = { apikey, accept: "application/vnd.pgrst.object+json" };
const asAma = { apikey, authorization: `Bearer ${ama.accessToken}` };

test.for([
  ["rows", "condiments?select=name,price&order=name", { apikey }, 200],
  ["a page with its total", "condiments?select=name&limit=1", { apikey, prefer: "count=exact" }, 206],
  ["one row", "condiments?name=eq.Suya%20Pepper&select=name", asObject, 200],
  ["two rows as an object", "condiments?select=name", asObject, 406],
  ["a page beyond the end", "condiments?offset=9", { apikey, prefer: "count=exact" }, 416],
  ["the public key in the URL", `condiments?select=name&apikey=${apikey}`, {}, 200],
  ["no key", "condiments", {}, 401],
  ["a user's own row", "profiles?select=name", asAma, 200],
  ["a table that guests cannot read", "payments", { apikey }, 401],
  ["an unknown column", "profiles?select=secret", asAma, 400],
  ["an unknown table", "nothing", { apikey }, 404],
  ["a null character", "condiments?name=eq.a%00b", { apikey }, 400],
  ["another schema", "condiments", { apikey, "accept-profile": "private" }, 406],
  ["an error in the page's language", "payments", { apikey, "accept-language": "es" }, 401],
] as const)("%s: the response is the same as the app's", async ([, target, headers, status]) => {
  reported.length = 0;
  const path = `/rest/v1/${target}`;
  const { response, id } = await ask(path, { headers });
  expect(response.status).toBe(status);
  expect(response).toEqual((await askApp(path, { headers })).response);
  // The app reports what it handles.
  const report = { type: "request", id, method: "GET", path: path.split("?")[0], status, ms: expect.any(Number) };
  expect(reported).toEqual(status < 400 ? [report] : []);
});

test.for(["customer", "driver", "packer", "manager", "owner"] as const)(
  "a %s reads the same rows as through the app, and no others",
  async (role) => {
    const [person] = await shop.signUpAll(role);
    const headers = { apikey, authorization: `Bearer ${person.accessToken}` };
    for (const table of ["orders", "profiles", "payments", "refunds", "staff", "audit_log", "outgoing_mails"]) {
      const path = `/rest/v1/${table}?limit=20`;
      expect([table, (await ask(path, { headers })).response]).toEqual([
        table,
        (await askApp(path, { headers })).response,
      ]);
    }
  },
);

test.for([
  ["HEAD", "/rest/v1/condiments?select=name"],
  ["OPTIONS", "/rest/v1/condiments"],
  ["GET", "/rest/v1/rpc/read_shop_status"],
  ["GET", "/rest/v1/"],
] as const)("the app handles %s %s", async ([method, path]) => {
  reported.length = 0;
  expect((await ask(path, { method })).response).toEqual((await askApp(path, { method })).response);
  expect(reported).toEqual([]);
});
