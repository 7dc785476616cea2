import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { call } from "./requests.ts";
import { anOrder, aProduct, aProductInSizes, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();

interface BuyAgainItem {
  product_id: number;
  size_id: number | null;
}

async function buyAgainOf({ client }: Pick<Person, "client">, max_count?: number): Promise<BuyAgainItem[]> {
  return (await call(client, "list_buy_again", max_count === undefined ? {} : { max_count })) as BuyAgainItem[];
}

const idsOf = async (person: Person) => (await buyAgainOf(person)).map(({ product_id }) => product_id);

const change = (id: number, values: object) =>
  shop.data.service.from("products").update(values).eq("id", id).throwOnError();

/** Sets an order's state directly, past the triggers on status changes. */
async function setOrder(id: string, status: string, { age = "0 days", refundedQuantity = 0 } = {}) {
  await shop.withoutTriggers`
    update public.orders set status = ${status}, created_at = now() - ${age}::interval where id = ${id}`;
  await shop.withoutTriggers`
    update public.order_items set refunded_quantity = ${refundedQuantity} where order_id = ${id}`;
}

test("products with the most orders come first, then by quantity", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const [oil, yam, garri] = [
    await aProduct(shop, { name: "Oil" }),
    await aProduct(shop, { name: "Yam" }),
    await aProduct(shop, { name: "Garri" }),
  ];
  await aPaidOrder(shop, ama, garri, 9);
  await aPaidOrder(shop, ama, yam, 1);
  await aPaidOrder(shop, ama, oil, 2);
  await aPaidOrder(shop, ama, oil, 1);
  expect(await idsOf(ama)).toEqual([oil.id, garri.id, yam.id]);
  expect(await buyAgainOf(ama, 1)).toEqual([{ product_id: oil.id, size_id: null }]);
  expect(await buyAgainOf(ama, -5)).toEqual([]);
});

test("buy again shows only one's own purchases", async () => {
  const [ama, kofi, admin] = [
    await shop.signUp("Ama Mensah"),
    await shop.signUp("Kofi Stranger"),
    await shop.signUpAdmin("Ola Owner"),
  ];
  const oil = await aProduct(shop);
  await aPaidOrder(shop, ama, oil);
  expect(await idsOf(ama)).toEqual([oil.id]);
  expect(await buyAgainOf(kofi)).toEqual([]);
  expect(await buyAgainOf(admin)).toEqual([]);
  await shop.database.admin`delete from auth.sessions where user_id = ${ama.id}`;
  expect(await buyAgainOf(ama)).toEqual([]);
});

test("only products paid within 180 days and not refunded count", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const oil = await aProduct(shop);
  const { id } = await anOrder(ama, oil, 2);
  expect(await buyAgainOf(ama)).toEqual([]);
  for (const status of ["paid", "preparing", "ready", "out_for_delivery", "completed"]) {
    await setOrder(id, status);
    expect([status, await idsOf(ama)]).toEqual([status, [oil.id]]);
  }
  for (const status of ["pending", "cancelled", "refunded"]) {
    await setOrder(id, status);
    expect([status, await idsOf(ama)]).toEqual([status, []]);
  }
  await setOrder(id, "completed", { age: "179 days" });
  expect(await idsOf(ama)).toEqual([oil.id]);
  await setOrder(id, "completed", { age: "181 days" });
  expect(await idsOf(ama)).toEqual([]);
  await setOrder(id, "completed", { refundedQuantity: 1 });
  expect(await idsOf(ama)).toEqual([oil.id]);
  await setOrder(id, "completed", { refundedQuantity: 2 });
  expect(await idsOf(ama)).toEqual([]);
});

test("hidden and sold-out products are left out until they are available again", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const oil = await aProduct(shop);
  await aPaidOrder(shop, ama, oil);
  await change(oil.id, { availability: "sold_out" });
  expect(await buyAgainOf(ama)).toEqual([]);
  await change(oil.id, { availability: "available", archived_at: new Date().toISOString() });
  expect(await buyAgainOf(ama)).toEqual([]);
  await change(oil.id, { archived_at: null });
  expect(await idsOf(ama)).toEqual([oil.id]);
});

test("buy again lists each size, except sold-out and deleted ones", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const gown = await aProductInSizes(shop, { name: "Gown" }, [{ label: "M" }, { label: "L" }]);
  const [medium, large] = [gown.inSize("M"), gown.inSize("L")];
  await aPaidOrder(shop, ama, medium);
  await aPaidOrder(shop, ama, large);
  await aPaidOrder(shop, ama, large);
  const inMedium = { product_id: gown.id, size_id: medium.size_id };
  expect(await buyAgainOf(ama)).toEqual([{ product_id: gown.id, size_id: large.size_id }, inMedium]);
  const sizes = () => shop.data.service.from("product_sizes");
  await sizes().update({ availability: "sold_out" }).eq("id", large.size_id).throwOnError();
  expect(await buyAgainOf(ama)).toEqual([inMedium]);
  await sizes().update({ archived_at: new Date().toISOString() }).eq("id", medium.size_id).throwOnError();
  expect(await buyAgainOf(ama)).toEqual([]);
});
