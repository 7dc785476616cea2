import { expect, test } from "vitest";
import { exportProducts } from "#app/features/product-import/export-products.ts";
import { duplicateProduct } from "#app/features/product-table/row-actions.tsx";
import { browserOf, call, insertRow, update } from "./requests.ts";
import { anOrder, aProduct, aProductInSizes, openTestShop, readContentVersion, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const [manager, ama] = await Promise.all([shop.signUpStaff("Mina Manager", "manager"), shop.signUp("Ama")]);

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const NOW = { starts_at: hours(-1), ends_at: hours(1) };
const LATER = { starts_at: hours(1), ends_at: hours(2) };

type Offer = {
  product_id?: number;
  category?: string;
  percent?: number;
  price?: number;
  starts_at: string;
  ends_at: string;
};

const make = async (offer: Offer): Promise<number> => (await insertRow(manager, "offers", offer, "id")).id;

/** Lets time pass: moves an offer with triggers off. */
async function passTime(id: number, times: { starts_at: string; ends_at: string }): Promise<void> {
  await shop.withoutTriggers`update offers set starts_at = ${times.starts_at}, ends_at = ${times.ends_at} where id = ${id}`;
}

const shown = async (id: number) =>
  (await shop.guest.from("products").select("price, discount_price, sizes").eq("id", id).single()).data;
const versionOf = () => readContentVersion(shop);
const buy = (product: { id: number }, total: number) =>
  requestOrder(ama.client, [{ product_id: product.id, size_id: null, quantity: 1 }], total);

test("an offer is charged from its start to its end; pages follow when the server sees it", async () => {
  const oil = await aProduct(shop, { name: "Timed Oil", price: 10 });
  const id = await make({ product_id: oil.id, percent: 25, ...LATER });
  expect(await shown(oil.id)).toMatchObject({ discount_price: null });

  await passTime(id, NOW);
  const rejected = await buy(oil, 10);
  expect([rejected.status, rejected.error?.message]).toEqual([409, "The prices have changed."]);
  expect(JSON.parse(rejected.error?.details ?? "{}")).toMatchObject({ total: 7.5, items: [{ unit_price: 7.5 }] });
  expect((await buy(oil, 7.5)).data).toMatchObject({ total: 7.5 });
  const version = await versionOf();
  expect((await shop.worker.runOnce()).offers).toBe(1);
  expect(await shown(oil.id)).toMatchObject({ price: 10, discount_price: 7.5 });
  expect(await versionOf()).toBeGreaterThan(version);

  await passTime(id, { starts_at: hours(-2), ends_at: hours(-1) });
  expect((await buy(oil, 7.5)).error?.message).toBe("The prices have changed.");
  const quoted = await shop.guest.rpc("quote_cart", { items: [{ product_id: oil.id, size_id: null, quantity: 2 }] });
  expect(quoted.data).toMatchObject({ total: 20 });
  expect((await shop.worker.runOnce()).offers).toBe(1);
  expect(await shown(oil.id)).toMatchObject({ discount_price: null });
  const after = await versionOf();
  expect((await shop.worker.runOnce()).offers).toBe(0);
  expect(await versionOf()).toBe(after);
});

test("an offer applies from its start, inclusive, until its end", async () => {
  const salt = await aProduct(shop, { name: "Boundary Salt", price: 10 });
  const priceAt = (starts: string, ends: string) =>
    shop.database.admin.begin(async (sql) => {
      await sql.run(
        `insert into offers (product_id, price, starts_at, ends_at) values ($1, 6, now() + $2, now() + $3)`,
        [salt.id, starts, ends],
      );
      const [row] = await sql<{ now: string }[]>`select private.current_price(${salt.id}, null)::text as now`;
      await sql`delete from offers where product_id = ${salt.id}`;
      return Number(row?.now);
    });
  expect(await priceAt("0 seconds", "1 microsecond")).toBe(6);
  expect(await priceAt("1 microsecond", "1 hour")).toBe(10);
  expect(await priceAt("-1 hour", "0 seconds")).toBe(10);
  expect(await priceAt("-1 hour", "1 microsecond")).toBe(6);
});

test("of several offers and the regular discount price, the lowest applies", async () => {
  const rice = await aProduct(shop, { table: "grain_flour_cereal", name: "Rice", price: 20, discount_price: 17 });
  const beans = await aProduct(shop, { table: "grain_flour_cereal", name: "Beans", price: 20 });
  const all = await make({ category: "grains", percent: 10, ...NOW });
  expect([await shown(rice.id), await shown(beans.id)]).toMatchObject([{ discount_price: 17 }, { discount_price: 18 }]);
  const one = await make({ product_id: rice.id, price: 15, ...NOW });
  expect(await shown(rice.id)).toMatchObject({ discount_price: 15 });
  expect(await anOrder(ama, rice)).toMatchObject({ total: 15 });
  // Ending an offer sets its end, and undoing that sets it again.
  await update(manager, "offers", { id: one }, { ends_at: "now" });
  expect(await shown(rice.id)).toMatchObject({ discount_price: 17 });
  await update(manager, "offers", { id: one }, { ends_at: hours(1) });
  expect(await shown(rice.id)).toMatchObject({ discount_price: 15 });
  await manager.client.from("offers").delete().in("id", [all, one]).throwOnError();
  expect([await shown(rice.id), await shown(beans.id)]).toMatchObject([
    { discount_price: 17 },
    { discount_price: null },
  ]);
});

test("an offer's price that is not below the product's price is ignored", async () => {
  const cheap = await aProduct(shop, { table: "snack_confectionaries", name: "Chin Chin", price: 3 });
  const dear = await aProduct(shop, { table: "snack_confectionaries", name: "Cake", price: 30 });
  const id = await make({ category: "snacks", price: 5, ...NOW });
  expect([await shown(cheap.id), await shown(dear.id)]).toMatchObject([
    { discount_price: null },
    { discount_price: 5 },
  ]);
  await manager.client.from("offers").delete().eq("id", id).throwOnError();
});

test("a percentage also discounts sizes with their own price, a fixed price does not", async () => {
  const dress = await aProductInSizes(shop, { name: "Offered Dress", price: 50 }, [
    { label: "S" },
    { label: "M", price: 60, discount_price: 58 },
  ]);
  const [, m] = (await shop.guest.from("product_sizes").select("id").eq("product_id", dress.id).order("id")).data ?? [];
  const percent = await make({ product_id: dress.id, percent: 10, ...LATER });
  await passTime(percent, NOW);
  expect(await anOrder(ama, { id: dress.id, size_id: m?.id ?? 0 })).toMatchObject({ total: 54 });
  await shop.worker.runOnce();
  expect(await shown(dress.id)).toMatchObject({
    discount_price: 45,
    sizes: [
      { label: "S", price: null },
      { label: "M", price: 60, discount_price: 54 },
    ],
  });
  await manager.client.from("offers").delete().eq("id", percent).throwOnError();
  const price = await make({ product_id: dress.id, price: 40, ...NOW });
  expect(await shown(dress.id)).toMatchObject({ discount_price: 40, sizes: [{}, { discount_price: 58 }] });
  await manager.client.from("offers").delete().eq("id", price).throwOnError();
  expect(await shown(dress.id)).toMatchObject({ discount_price: null, sizes: [{}, { discount_price: 58 }] });
});

test("a product shown again has its offer, and a new or moved one that of its category", async () => {
  const hidden = await aProduct(shop, { table: "drink_beverage", name: "Hidden Malt", price: 4 });
  const set = (archived_at: string | null) =>
    manager.client.from("products").update({ archived_at }).eq("id", hidden.id).throwOnError();
  await set("now");
  const id = await make({ category: "drinks", percent: 50, ...NOW });
  await set(null);
  expect(await shown(hidden.id)).toMatchObject({ discount_price: 2 });
  const fresh = await aProduct(shop, { table: "drink_beverage", name: "Fresh Malt", price: 6 });
  expect(await shown(fresh.id)).toMatchObject({ discount_price: 3 });
  const moved = await aProductInSizes(shop, { name: "Moved", price: 10 }, [{ label: "L", price: 12 }]);
  await update(manager, "products", { id: moved.id }, { category: "drinks" });
  expect(await shown(moved.id)).toMatchObject({ discount_price: 5, sizes: [{ discount_price: 6 }] });
  await manager.client.from("offers").delete().eq("id", id).throwOnError();
  expect(await shown(moved.id)).toMatchObject({ discount_price: null, sizes: [{ discount_price: null }] });
});

test("a price written during an offer applies after it; copies and exports have the regular price", async () => {
  const egusi = await aProduct(shop, { name: "Written Egusi", price: 20 });
  const id = await make({ product_id: egusi.id, percent: 50, ...NOW });
  const write = (row: object) => manager.client.from("condiments").update(row).eq("id", egusi.id).throwOnError();
  // The form also sends the price that it showed.
  await write({ price: 16, discount_price: 10 });
  expect(await shown(egusi.id)).toMatchObject({ price: 16, discount_price: 8 });
  const browserData = browserOf(manager);
  const copy = await duplicateProduct(browserData, egusi.id);
  expect(await exportProducts(browserData, () => undefined)).toContain("Written Egusi,,16.00,,available");
  await write({ discount_price: 12 });
  expect(await shown(egusi.id)).toMatchObject({ discount_price: 8 });
  const rejected = await manager.client.from("condiments").update({ discount_price: 16 }).eq("id", egusi.id);
  expect(rejected.error?.code).toBe("23514");
  await manager.client.from("offers").delete().eq("id", id).throwOnError();
  expect(await shown(egusi.id)).toMatchObject({ price: 16, discount_price: 12 });
  const copied = await manager.client.from("products").select("discount_price").eq("id", copy).single();
  expect(copied.data).toEqual({ discount_price: null });
});

test("the audit log records who created and ended an offer, not the price changes that follow", async () => {
  const gari = await aProduct(shop, { name: "Told Gari", price: 9 });
  const id = await make({ product_id: gari.id, percent: 10, ...LATER });
  await passTime(id, NOW);
  await shop.worker.runOnce();
  await manager.client.from("offers").delete().eq("id", id).throwOnError();
  const { data } = await shop.data.service
    .from("audit_log")
    .select("actor, subject, before, after")
    .like("subject", "%Told Gari")
    .order("id");
  expect(data).toMatchObject([
    { actor: "The shop's server", subject: "Told Gari", before: null },
    { actor: "Mina Manager", subject: "Offer: Told Gari", before: null, after: { percent: 10 } },
    { actor: "Mina Manager", subject: "Offer: Told Gari", before: { percent: 10 }, after: null },
  ]);
});

test("the server reads when the next offer starts or ends", async () => {
  await shop.database.admin`delete from offers`;
  const next = async () => (await call(shop, "refresh_due_offers"))[0]?.next_in_ms;
  expect(await next()).toBeNull();
  await make({ category: "more", percent: 1, starts_at: hours(-1), ends_at: hours(2) });
  await make({ category: "more", percent: 1, starts_at: hours(1), ends_at: hours(3) });
  const ms = await next();
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(3_600_000);
  await shop.database.admin`delete from offers`;
});

test.for([
  ["without a product or category", { percent: 10 }],
  ["for a product and a category", { product_id: 1, category: "more", percent: 10 }],
  ["without percentage and price", { category: "more" }],
  ["with percentage and price", { category: "more", percent: 10, price: 1 }],
  ["of 100 percent", { category: "more", percent: 100 }],
  ["with a price of NaN", { category: "more", price: "NaN" }],
  ["with a negative price", { category: "more", price: -1 }],
  ["that ends before it starts", { category: "more", percent: 10, starts_at: hours(2), ends_at: hours(1) }],
  ["without an end", { category: "more", percent: 10, ends_at: "infinity" }],
] as const)("an offer %s is rejected", async ([, offer]) => {
  expect((await manager.client.from("offers").insert({ ...NOW, ...offer })).error?.code).toBe("23514");
});

test("anyone can read when a product's current offers end, and nothing about scheduled ones", async () => {
  const oil = await aProduct(shop, { name: "Ending Oil", price: 10 });
  const endOf = async (client = shop.guest) =>
    (await call(client, "find_offer_end", { product_id: oil.id })) as string | null;
  expect(await endOf()).toBeNull();
  const id = await make({ product_id: oil.id, percent: 25, ...LATER });
  expect(await endOf()).toBeNull();
  await passTime(id, NOW);
  for (const client of [shop.guest, ama.client, manager.client]) {
    expect(Date.parse((await endOf(client)) ?? "")).toBe(Date.parse(NOW.ends_at));
  }
  await shop.database.admin`update products set archived_at = now() where id = ${oil.id}`;
  expect(await endOf()).toBeNull();
});
