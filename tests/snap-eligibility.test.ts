import { beforeEach, expect, test } from "vitest";
import { aPaidOrder, move, pay, payAtSandbox } from "./paying.ts";
import { call, readNewestEntries, readRow, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, owner, manager, packer] = await shop.signUpAll("customer", "owner", "manager", "packer");

beforeEach(() => accept(true));

const accept = (accepts_snap: boolean) => shop.database.admin`update store_settings set accepts_snap = ${accepts_snap}`;
const setRule = ({ client }: Pick<Person, "client">, category: string, rule: string) =>
  client.from("category_snap_rules").update({ rule }).eq("category", category).select();
const setException = async (id: number, snap: "yes" | "no" | null) =>
  await update(manager, "products", { id }, { snap });

/** Reads the product like a guest's pages. */
async function isEligible(id: number): Promise<boolean> {
  const data = await readRow(shop.guest, "products", "is_snap_eligible", { id });
  const [row] = await shop.database.admin<{ eligible: boolean }[]>`select private.is_snap_eligible(${id}) as eligible`;
  expect(row?.eligible).toBe(data.is_snap_eligible);
  return data.is_snap_eligible;
}

test("a change of a category's SNAP rule is in the audit log", async () => {
  expect((await setRule(owner, "snacks", "no")).data).toEqual([{ category: "snacks", rule: "no" }]);
  expect(await readNewestEntries(owner, "subject, actor, before, after")).toEqual([
    { subject: "SNAP rule of a category: snacks", actor: "Ola Owner", before: { rule: "yes" }, after: { rule: "no" } },
  ]);
  await setRule(owner, "snacks", "yes").throwOnError();
});

test("managers set exceptions for products", async () => {
  const { id } = await aProduct(shop, { table: "more", name: "Palm Nut Cream", price: 5 });
  const change = ({ client }: Pick<Person, "client">, row: object) =>
    client.from("products").update(row).eq("id", id).select("id");
  expect((await change({ client: shop.guest }, { snap: "no" })).error?.code).toBe("42501");
  for (const person of [ama, packer]) expect((await change(person, { snap: "no" })).data).toEqual([]);
  for (const person of [manager, owner]) expect((await change(person, { snap: "no" })).data).toEqual([{ id }]);
  expect(await isEligible(id)).toBe(false);
});

test("a product follows its category, its exception wins, and no exception makes a non-food category eligible", async () => {
  const garri = await aProduct(shop, { table: "grain_flour_cereal", name: "Garri", price: 6.49 });
  const soap = await aProduct(shop, { table: "beauty_and_household", name: "Black Soap", price: 10 });
  expect([await isEligible(garri.id), await isEligible(soap.id)]).toEqual([true, false]);

  await setException(garri.id, "no");
  await setException(soap.id, "yes");
  expect([await isEligible(garri.id), await isEligible(soap.id)]).toEqual([false, false]);

  await setRule(owner, "beauty", "no").throwOnError();
  await setRule(owner, "grains", "no").throwOnError();
  await setException(garri.id, null);
  expect([await isEligible(garri.id), await isEligible(soap.id)]).toEqual([false, true]);

  await setRule(owner, "beauty", "never").throwOnError();
  await setRule(owner, "grains", "yes").throwOnError();
  expect([await isEligible(garri.id), await isEligible(soap.id)]).toEqual([true, false]);

  await update(manager, "products", { id: garri.id }, { category: "beauty" });
  expect(await isEligible(garri.id)).toBe(false);
});

test("no product is eligible while the store does not accept SNAP EBT", async () => {
  const { id } = await aProduct(shop, { table: "more", name: "Ackee", price: 9 });
  await accept(false);
  expect(await isEligible(id)).toBe(false);
  await setException(id, "yes");
  expect(await isEligible(id)).toBe(false);
  await accept(true);
  expect(await isEligible(id)).toBe(true);
});

test("staff on the order board read the eligible amount of orders that they may see", async () => {
  const { id } = await aProduct(shop, { table: "more", name: "Egusi", price: 7.25 });
  const order = await aPaidOrder(shop, ama, { id }, 2);
  const read = ({ client }: Pick<Person, "client">) => client.rpc("list_snap_amounts", { order_ids: [order.id] });
  for (const person of [packer, manager, owner]) {
    expect((await read(person)).data).toEqual([{ order_id: order.id, amount: 14.5 }]);
  }
  const many = { order_ids: Array.from({ length: 1001 }, () => order.id) };
  expect((await packer.client.rpc("list_snap_amounts", many)).error?.message).toBe("1,000 orders at most at once.");
});

test("listings filter by SNAP, and count nothing of it while the store does not accept it", async () => {
  const eligible = await aProduct(shop, { table: "drink_beverage", name: "Coconut Water", price: 3 });
  const soda = await aProduct(shop, { table: "drink_beverage", name: "Kola Soda", price: 2 });
  await setException(soda.id, "no");
  const filter = async (is_snap_eligible: boolean) =>
    (
      await shop.guest
        .rpc("filter_products", { category: "drinks", is_snap_eligible })
        .single<{ product_ids: number[]; counts: { snap: number | null } }>()
        .throwOnError()
    ).data;
  expect(await filter(false)).toMatchObject({ product_ids: [eligible.id, soda.id], counts: { snap: 1 } });
  expect(await filter(true)).toMatchObject({ product_ids: [eligible.id], counts: { snap: 1 } });
  await accept(false);
  expect(await filter(false)).toMatchObject({ product_ids: [eligible.id, soda.id], counts: { snap: null } });
});

test("a bulk change marks selected products, and undoing it restores them", async () => {
  const yam = await aProduct(shop, { table: "more", name: "Bulk Yam", price: 20 });
  const change = { field: "snap", value: "no" };
  const preview = await call(manager, "create_bulk_change", { selected: [[yam.id, null]], change });
  expect(preview).toMatchObject({ file_name: "SNAP EBT: no", change_count: 1 });
  await call(manager, "apply_import", { import_id: preview.id });
  expect(await isEligible(yam.id)).toBe(false);
  await call(manager, "undo_import", { import_id: preview.id });
  expect(await isEligible(yam.id)).toBe(true);
  const unknown = { field: "snap", value: "maybe" };
  const { error } = await manager.client.rpc("create_bulk_change", { selected: [[yam.id, null]], change: unknown });
  expect(error?.message).toBe("This bulk change doesn't exist.");
});

test("the eligible part of an order leaves out other products, delivery, tax, and what was replaced or left out", async () => {
  const rice = await aProduct(shop, { table: "grain_flour_cereal", name: "Rice", price: 12.5 });
  const beans = await aProduct(shop, { table: "grain_flour_cereal", name: "Beans", price: 8 });
  const oil = await aProduct(shop, { table: "beauty_and_household", name: "Hair Oil", price: 9 });
  await shop.database.admin`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  const order = await anOrder(ama, [
    [rice, 3],
    [oil, 2],
  ]);
  // Two bottles of oil are taxed: $18.00 at 8.25 % is $1.49.
  expect(order.total).toBe(37.5 + 18 + 1.49);
  const amount = async () => {
    const [row] = await shop.database.admin<{ amount: string }[]>`select private.snap_amount(${order.id}) as amount`;
    return Number(row?.amount);
  };
  expect(await amount()).toBe(37.5);
  await pay(shop, order.id);
  const [first, second] = order.lines;
  const substitute = (order_item_id: number | undefined, change: object) =>
    owner.client.rpc("substitute_line", { order_item_id, quantity: 1, ...change }).throwOnError();
  await substitute(first, { kind: "left_out", mark_sold_out: false });
  await substitute(first, { kind: "replaced", replacement_product_id: beans.id, mark_sold_out: false });
  await substitute(second, { kind: "replaced", replacement_product_id: beans.id, mark_sold_out: false });
  expect(await amount()).toBe(12.5 + 8 + 8);
  await move(owner, order.id, "preparing", "ready");
  expect(await amount()).toBe(12.5 + 8 + 8);
  await accept(false);
  expect(await amount()).toBe(0);
});

test("the eligible part of an order follows the weight, before and after it is final", async () => {
  await accept(true);
  const goat = await aProduct(shop, { table: "meat_sea_food", name: "Goat", price: 8.99 });
  await update(manager, "products", { id: goat.id }, { pounds_each: 3 });
  const order = await anOrder(ama, goat);
  await payAtSandbox(shop, ama, order.id);
  const amount = async () => (await call(packer, "list_snap_amounts", { order_ids: [order.id] }))[0]?.amount;
  expect(await amount()).toBe(29.67);
  await call(owner, "weigh_line", { order_item_id: order.lines[0] ?? 0, pounds: 2.84 });
  expect(await amount()).toBe(25.53);
  await move(owner, order.id, "preparing", "ready");
  expect(await amount()).toBe(25.53);
});
