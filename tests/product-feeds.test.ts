import { expect, onTestFinished, test, vi } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { openClient } from "./open-client.ts";
import { call, insert, insertRow, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, type Person, readContentVersion } from "./running-shop.ts";

const shop = await openTestShop();
const [owner, manager] = await shop.signUpAll("owner", "manager");

const ALL_ON = { has_google_feed: true, google_store_code: "HOU-1", has_meta_feed: true, has_agentic_feed: true };
const change = ({ client }: Pick<Person, "client">, settings: object) =>
  client.from("store_settings").update(settings).eq("id", true).select("name");

test("only the owner switches product feeds on", async () => {
  const [customer, packer] = [await shop.signUp("Ama"), await shop.signUpStaff("Paul Packer", "packer")];
  expect((await change({ client: shop.guest }, ALL_ON)).error?.code).toBe("42501");
  for (const person of [customer, packer]) expect((await change(person, ALL_ON)).data).toEqual([]);
  for (const [name, value] of Object.entries({ ...ALL_ON, has_brands: true })) {
    expect((await change(manager, { [name]: value })).error?.message).toBe("Only owners can change the product feeds.");
  }
  expect((await change(manager, { low_stock_at: 4 })).error).toBeNull();
  expect((await change(owner, ALL_ON)).data).toHaveLength(1);
  expect((await change(owner, { google_store_code: "two words" })).error?.code).toBe("23514");
});

test("everyone reads GTINs and the dates of current offers, for products for sale only", async () => {
  const gown = await aProductInSizes(shop, { name: "Feed Gown" }, [{ label: "S" }, { label: "M" }]);
  const oil = await aProduct(shop, { name: "Feed Oil", price: 10 });
  const hidden = await aProduct(shop, { name: "Feed Secret", price: 10 });
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const save = (product_id: number, size_id: number | null, item: object) =>
    manager.client.rpc("save_inventory_item", { product_id, size_id, item }).throwOnError();
  await save(gown.id, gown.inSize("S").size_id, { barcode: "4006381333931", weight: "1 lb" });
  await save(gown.id, gown.inSize("M").size_id, { barcode: "4311" });
  await save(hidden.id, null, { barcode: "036000291452" });
  await insert(manager, "offers", [
    { product_id: oil.id, percent: 10, starts_at: at(-3), ends_at: at(5) },
    { product_id: oil.id, percent: 20, starts_at: at(-1), ends_at: at(9) },
    { product_id: oil.id, percent: 30, starts_at: at(2), ends_at: at(4) },
  ]);
  await shop.database.admin`update products set archived_at = now() where id = ${hidden.id}`;
  const [customer, packer] = [await shop.signUp("Kofi"), await shop.signUpStaff("Pat Packer", "packer")];
  for (const client of [shop.guest, customer.client, packer.client, manager.client, owner.client]) {
    const { data } = await client
      .rpc("list_feed_facts", { product_ids: [gown.id, oil.id, hidden.id] })
      .order("product_id")
      .throwOnError();
    expect(data).toMatchObject([
      {
        product_id: gown.id,
        gtins: [{ size_id: gown.inSize("S").size_id, gtin: "4006381333931" }],
        sale_ends_at: null,
      },
      { product_id: oil.id, gtins: [] },
    ]);
    expect(Date.parse(data[1].sale_starts_at) - Date.now()).toBeCloseTo(-hour, -5);
    expect(Date.parse(data[1].sale_ends_at) - Date.now()).toBeCloseTo(5 * hour, -5);
    expect(Object.keys(data[0]).toSorted()).toEqual(["brand", "gtins", "product_id", "sale_ends_at", "sale_starts_at"]);
  }
});

test("vendors are private unless the owner publishes them as brands", async () => {
  const gown = await aProductInSizes(shop, { name: "Branded Gown" }, [{ label: "S" }]);
  const hidden = await aProduct(shop, { name: "Branded Secret", price: 10 });
  for (const { id } of [gown, hidden]) {
    await call(manager, "save_inventory_item", { product_id: id, size_id: null, item: { vendor: "Ankara & Sons" } });
  }
  await shop.database.admin`update products set archived_at = now() where id = ${hidden.id}`;
  const read = async (client: Person["client"]) => [
    await call(client, "list_public_codes", { product_id: gown.id }),
    await call(client, "list_public_codes", { product_id: hidden.id }),
    await call(client, "list_feed_facts", { product_ids: [gown.id, hidden.id] }),
  ];
  const customer = await shop.signUp("Kofi");
  const version = () => readContentVersion(shop);
  for (const client of [shop.guest, customer.client]) expect(await read(client)).toEqual([[], [], []]);
  const before = await version();
  expect((await change(owner, { has_brands: true })).data).toHaveLength(1);
  const after = await version();
  expect(after).toBeGreaterThan(before);
  for (const client of [shop.guest, customer.client]) {
    expect(await read(client)).toMatchObject([
      [{ size_id: null, sku: "", gtin: "", brand: "Ankara & Sons" }],
      [],
      [{ product_id: gown.id, gtins: [], brand: "Ankara & Sons" }],
    ]);
  }
  await call(manager, "save_inventory_item", { product_id: gown.id, size_id: null, item: { vendor: "Kente House" } });
  expect(await version()).toBeGreaterThan(after);
  await change(owner, { has_brands: false });
  expect(await read(shop.guest)).toEqual([[], [], []]);
});

test("a changed end of an offer refreshes cached pages, a run without changes does not", async () => {
  const oil = await aProduct(shop, { name: "Ending Oil", price: 10 });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const version = () => readContentVersion(shop);
  const row = { product_id: oil.id, percent: 10, starts_at: at(-1), ends_at: at(1) };
  const data = await insertRow(manager, "offers", row, "id");
  const before = await version();
  await update(manager, "offers", { id: data.id }, { ends_at: at(2) });
  const after = await version();
  expect(after).toBeGreaterThan(before);
  await shop.database.admin`select refresh_due_offers()`;
  expect(await version()).toBe(after);
});

const PATHS = ["/feeds/google.xml", "/feeds/google-local.xml", "/feeds/meta.csv", "/feeds/agentic.json"];

test("feeds respond with 404 until they are on, then list what guests see, cached until a change", async () => {
  const { origin, dataDir } = await openShopProcess(onTestFinished);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });
  for (const path of PATHS) expect([path, (await get(path)).status]).toEqual([path, 404]);

  const admin = openClient(origin, readKeysOf(dataDir).anonKey);
  const credentials = { email: "owner@calabash.example", password: "calabash-demo" };
  const { data: login } = await admin.auth.signInWithPassword(credentials);
  await update(admin, "store_settings", { id: true }, { has_meta_feed: true });
  await vi.waitFor(async () => expect((await get("/feeds/meta.csv")).status).toBe(200), { timeout: 10_000 });
  for (const path of PATHS.filter((each) => each !== "/feeds/meta.csv")) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  await update(admin, "store_settings", { id: true }, ALL_ON);
  for (const path of PATHS) {
    await vi.waitFor(async () => expect((await get(path)).status).toBe(200), { timeout: 10_000 });
  }

  const products =
    (await admin.from("products").select("id, name").is("archived_at", null).eq("sizes", "[]").order("id").limit(2))
      .data ?? [];
  const [sold, hidden] = [products[0]?.id ?? 0, products[1]?.id ?? 0];
  const idsIn = async () =>
    [...(await (await get("/feeds/google.xml")).text()).matchAll(/<g:id>(\d+)/g)].map(([, id]) => Number(id));
  const count = await idsIn();
  expect(count.length).toBeGreaterThan(100);
  expect(count).toEqual(expect.arrayContaining([sold, hidden]));

  const first = await get("/feeds/google.xml");
  expect(first.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(first.headers.get("cache-control")).toContain("s-maxage");
  expect((await get("/feeds/google.xml", { "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
  // The owner's session does not change the response: hidden products stay hidden.
  const asOwner = await get("/feeds/google.xml", { authorization: `Bearer ${login.session?.access_token}` });
  expect(asOwner.headers.get("etag")).toBe(first.headers.get("etag"));

  await update(admin, "products", { id: hidden }, { archived_at: new Date().toISOString() });
  await update(admin, "products", { id: sold }, { availability: "sold_out" });
  await vi.waitFor(
    async () => {
      expect(await idsIn()).not.toContain(hidden);
      const xml = await (await get("/feeds/google.xml")).text();
      expect(new RegExp(`<g:id>${sold}</g:id>.*?</item>`).exec(xml)?.[0]).toContain("out_of_stock");
    },
    { timeout: 10_000 },
  );
  for (const path of PATHS) expect(await (await get(path)).text()).not.toMatch(/@|vendor|cost_/i);
}, 60_000);
