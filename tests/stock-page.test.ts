import { afterAll, beforeAll, expect, test } from "vitest";
import { duplicateProduct, removeDuplicate } from "#app/features/products/duplicate-product.ts";
import { saveHidden, savePrices, saveStock } from "#app/features/products/save-stock.ts";
import { listStock, stockFilterFrom } from "#app/features/products/stock-queries.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { aProduct, aProductInSizes, type Person, startTestShop, type TestShop } from "./running-shop.ts";

/** The catalogue in the hand: each tap, and how it is taken back. */
let shop: TestShop;
let manager: Person;

beforeAll(async () => {
  shop = await startTestShop();
  manager = await shop.signUpStaff("Mina Manager", "manager");
});
afterAll(() => shop.close());

const browserDataOf = ({ client }: Person) => ({ rest: client }) as unknown as BrowserData;
const rowOf = async (id: number) =>
  (
    await manager.client
      .from("products")
      .select("price, discount_price, availability, is_sold_out, archived_at, product_stock(stock_count)")
      .eq("id", id)
      .single()
  ).data;
const listShown = async (search: string) =>
  (await listStock(browserDataOf(manager), stockFilterFrom(new URLSearchParams(search)), 0))?.items.map(
    ({ name }) => name,
  );

test("a price is changed and taken back, unless somebody changed it meanwhile", async () => {
  const oil = await aProduct(shop, { name: "Palm Oil", price: 14.99 });
  const before = { priceCents: 1499, discountPriceCents: null };
  const after = { priceCents: 1299, discountPriceCents: 999 };
  expect(await savePrices(browserDataOf(manager), oil, before, after)).toBeNull();
  expect(await rowOf(oil.id)).toMatchObject({ price: 12.99, discount_price: 9.99 });
  expect(await savePrices(browserDataOf(manager), oil, after, before)).toBeNull();
  expect(await rowOf(oil.id)).toMatchObject({ price: 14.99, discount_price: null });
  expect(await savePrices(browserDataOf(manager), oil, after, before)).toBe(
    "Palm Oil was just changed. Check it again.",
  );
  expect(await rowOf(oil.id)).toMatchObject({ price: 14.99, discount_price: null });
});

test("while an offer runs the regular price is changed, and the offer goes on", async () => {
  const soap = await aProduct(shop, { name: "Black Soap", price: 10 });
  const times = { starts_at: "now", ends_at: "2100-01-01" };
  await manager.client
    .from("offers")
    .insert({ product_id: soap.id, percent: 50, ...times })
    .throwOnError();
  const item = (await listStock(browserDataOf(manager), stockFilterFrom(new URLSearchParams("words=black soap")), 0))
    ?.items[0];
  expect(item).toMatchObject({
    discountPriceCents: 500,
    isOnTimedOffer: true,
    regularPrices: { priceCents: 1000, discountPriceCents: null },
  });
  const before = { priceCents: 1000, discountPriceCents: null };
  const after = { priceCents: 1200, discountPriceCents: 1100 };
  expect(await savePrices(browserDataOf(manager), soap, before, after)).toBeNull();
  expect(await rowOf(soap.id)).toMatchObject({ price: 12, discount_price: 6 });
  expect(await savePrices(browserDataOf(manager), soap, after, before)).toBeNull();
  expect(await rowOf(soap.id)).toMatchObject({ price: 10, discount_price: 5 });
});

test("a counted product is marked sold out and back; a sale in between rejects the new count", async () => {
  const yam = await aProduct(shop, { name: "Yam" });
  const [plain, counted] = [
    { availability: "available", stockCount: null },
    { availability: "counted", stockCount: 7 },
  ] as const;
  const out = { availability: "sold_out", stockCount: 7 } as const;
  expect(await saveStock(browserDataOf(manager), yam, plain, counted)).toBeNull();
  expect(await saveStock(browserDataOf(manager), yam, counted, out)).toBeNull();
  expect(await rowOf(yam.id)).toMatchObject({ is_sold_out: true });
  expect(await saveStock(browserDataOf(manager), yam, out, counted)).toBeNull();
  expect(await rowOf(yam.id)).toMatchObject({ is_sold_out: false, product_stock: { stock_count: 7 } });
  await shop.database.admin`update public.product_stock set stock_count = 6 where product_id = ${yam.id}`;
  const more = { availability: "counted", stockCount: 20 } as const;
  expect(await saveStock(browserDataOf(manager), yam, counted, more)).toMatch(/just bought/);
  expect(await rowOf(yam.id)).toMatchObject({ product_stock: { stock_count: 6 } });
});

test("a hidden product is not for sale, stands under Hidden, and is shown again", async () => {
  const egusi = await aProduct(shop, { name: "Egusi" });
  expect(await saveHidden(browserDataOf(manager), egusi, true)).toBeNull();
  expect((await shop.guest.from("products").select("id").eq("id", egusi.id)).data).toEqual([]);
  expect(await listShown("show=hidden&words=egusi")).toEqual(["Egusi"]);
  expect(await listShown("words=egusi")).toEqual([]);
  expect(await saveHidden(browserDataOf(manager), egusi, false)).toBeNull();
  expect(await listShown("words=egusi")).toEqual(["Egusi"]);
});

test("a copy is hidden, has all that the product has but its count, and goes by one tap", async () => {
  const dress = await aProductInSizes(shop, { name: "Kente Dress", price: 80, discount_price: 60 }, [
    { label: "M", price: 85 },
    { label: "L", stock_count: 3 },
  ]);
  const made = await duplicateProduct(browserDataOf(manager), dress);
  if (made.kind !== "made") throw new Error(made.message);
  expect(await listShown("show=hidden&words=kente")).toEqual(["Copy of Kente Dress"]);
  expect(await rowOf(made.id)).toMatchObject({ price: 80, discount_price: 60 });
  const sizes = await manager.client
    .from("product_sizes")
    .select("label, price, size_stock(stock_count)")
    .eq("product_id", made.id)
    .order("id");
  expect(sizes.data).toEqual([
    { label: "M", price: 85, size_stock: null },
    { label: "L", price: null, size_stock: null },
  ]);
  expect(await removeDuplicate(browserDataOf(manager), { id: made.id, name: "copy" })).toBeNull();
  expect(await listShown("show=hidden&words=kente")).toEqual([]);
});

test("products are found by a part of their name, and narrowed to offers, to what runs low and to what is gone", async () => {
  const gari = await aProduct(shop, { name: "Gari Ijebu", price: 9, discount_price: 8 });
  expect(await listShown("words=ijebu")).toEqual(["Gari Ijebu"]);
  expect(await listShown('words=%25"),(')).not.toContain("nothing");
  expect(await listShown("show=offer&words=gari")).toEqual(["Gari Ijebu"]);
  const browserData = browserDataOf(manager);
  const counted = { availability: "counted", stockCount: 2 } as const;
  await saveStock(browserData, gari, { availability: "available", stockCount: null }, counted);
  expect(await listShown("show=low&category=condiments&words=gari")).toEqual(["Gari Ijebu"]);
  expect(await listShown("show=low&category=wears&words=gari")).toEqual([]);
  await saveStock(browserData, gari, counted, { availability: "sold_out", stockCount: 2 });
  expect(await listShown("show=sold_out&words=gari")).toEqual(["Gari Ijebu"]);
});

test("the owner and managers say from how many on stock is low; the list and the daily report keep to it", async () => {
  const pepper = await aProduct(shop, { name: "Low Pepper" });
  await aProductInSizes(shop, { name: "Low Dress" }, [{ label: "S", stock_count: 8 }, { label: "M" }]);
  const counted = { availability: "counted", stockCount: 7 } as const;
  await saveStock(browserDataOf(manager), pepper, { availability: "available", stockCount: null }, counted);
  const set = ({ client }: Person, low_stock_at: number) =>
    client.from("store_settings").update({ low_stock_at }).eq("id", true).select("low_stock_at");
  const lowOnes = async () =>
    (await listStock(browserDataOf(manager), stockFilterFrom(new URLSearchParams("words=low")), 0))?.items
      .filter(({ isLow }) => isLow)
      .map(({ name }) => name);
  expect([await listShown("show=low&words=low"), await lowOnes()]).toEqual([[], []]);
  expect((await set(manager, 7)).data).toEqual([{ low_stock_at: 7 }]);
  expect([await listShown("show=low&words=low"), await lowOnes()]).toEqual([["Low Pepper"], ["Low Pepper"]]);
  expect((await set(await shop.signUpAdmin("Ola Owner"), 8)).data).toEqual([{ low_stock_at: 8 }]);
  const both = ["Low Dress", "Low Pepper"];
  expect([await listShown("show=low&words=low"), await lowOnes()]).toEqual([both, both]);
  const onTheSheet = await manager.client.rpc("list_low_stock", {}).throwOnError();
  expect(onTheSheet.data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(both));
  for (const person of [await shop.signUp("Kofi"), await shop.signUpStaff("Pia Packer", "packer")]) {
    expect((await set(person, 100)).data ?? []).toEqual([]);
  }
  for (const wrong of [-1, 1001]) expect((await set(manager, wrong)).error?.code).toBe("23514");
  await set(manager, 5);
});

test("a packer changes nothing of the catalogue", async () => {
  const oil = await aProduct(shop, { name: "Coconut Oil", price: 10 });
  const packer = browserDataOf(await shop.signUpStaff("Paul Packer", "packer"));
  const price = { priceCents: 1000, discountPriceCents: null };
  expect(await savePrices(packer, oil, price, { ...price, priceCents: 1 })).toMatch(/just changed/);
  expect(await saveHidden(packer, oil, true)).toMatch(/just changed/);
  expect((await duplicateProduct(packer, oil)).kind).toBe("rejected");
  expect(await rowOf(oil.id)).toMatchObject({ price: 10, archived_at: null });
});
