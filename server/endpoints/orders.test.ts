import { expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { requireMfaOfAdmins } from "#server/database/prepare-database.ts";
import { expectReply } from "#tests/expect-reply.ts";
import { aPaidOrder } from "#tests/paying.ts";
import { requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person, setUpMfa } from "#tests/running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
const admin = await shop.signUpAdmin("The Owner");

const get = (path: string, by?: Person | string) => requestAs(by, shop, `/api${path}`);

type Row = { id: string; status: string; created_at: string };

test("the admin sees today's orders with customer, delivery, and total, newest first", async () => {
  const first = await anOrder(ama, await aProduct(shop, { price: 14.99 }), 2);
  const second = await anOrder(await shop.signUp("Kofi Later"), await aProduct(shop));
  const answer = await get(
    `/orders?date=${shopDayOf(new Date(), defaultStoreSettings.timeZone)}&status=pending`,
    admin,
  );
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as Row[];
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(rows[1]).toEqual({
    id: first.id,
    customer_name: "",
    order_number: first.order_number,
    total: 29.98,
    discount: 0,
    tax_amount: 0,
    status: "pending",
    created_at: expect.any(String),
    paid_amount: 0,
    paid_at: null,
    delivery_type: "pickup",
    delivery_address: "",
    delivery_cost: 0,
    delivery_phone_number: "",
    delivery_included: true,
    delivery_fees: null,
    window_starts_at: null,
    window_ends_at: null,
    profiles: { name: "Ama Mensah" },
  });
});

test("a date is a day in the store's time zone, Texas by default", async () => {
  const { id } = await anOrder(ama, await aProduct(shop));
  await shop.database.admin`update orders set created_at = '2020-07-05T04:30:00Z' where id = ${id}`;
  const idsOn = async (date: string) => {
    const body = (await (await get(`/orders?date=${date}`, admin)).json()) as Row[] | { message: string };
    return Array.isArray(body) ? body.map((row) => row.id) : body;
  };
  expect(await idsOn("2020-07-04")).toEqual([id]);
  expect(await idsOn("2020-07-05")).toEqual({ message: "No orders for the selected date." });
  await shop.database.admin`update public.store_settings set time_zone = 'Europe/London'`;
  // The server reads the settings again within a second of a change.
  await expect.poll(() => idsOn("2020-07-05"), { timeout: 5000 }).toEqual([id]);
  await shop.database.admin`update public.store_settings set time_zone = default`;
  await expect.poll(() => idsOn("2020-07-04"), { timeout: 5000 }).toEqual([id]);
});

test("a status matches exactly, and without filters every order is listed", async () => {
  const { id } = await anOrder(ama, await aProduct(shop));
  expect(await (await get("/orders?status=Pending", admin)).json()).toEqual({
    message: "No orders for the selected date.",
  });
  expect(((await (await get("/orders", admin)).json()) as Row[]).map((row) => row.id)).toContain(id);
  expect(((await (await get("/orders?date=&status=", admin)).json()) as Row[]).map((row) => row.id)).toContain(id);
});

test("paid orders precede unpaid ones, and the list is paged", async () => {
  const buyer = await shop.signUp("Buyer");
  const yam = await aProduct(shop, { price: 10 });
  const paid = [await aPaidOrder(shop, buyer, yam), await aPaidOrder(shop, buyer, yam)];
  const pending = await anOrder(buyer, yam);
  await shop.database.admin`
    insert into orders (user_id, created_at) select ${buyer.id}, '2019-03-02T18:00:00Z' from generate_series(1, 21)`;
  await shop.database.admin`
    update orders set created_at = '2019-03-02T17:00:00Z' where id = ${pending.id}`;
  const ids = paid.map(({ id }) => id);
  await shop.withoutTriggers`update orders set created_at = '2019-03-02T16:00:00Z' where id = any(${ids}::uuid[])`;
  const page = async (number: number) => {
    const answer = await get(`/orders?date=2019-03-02&status=&page=${number}`, admin);
    return { total: answer.headers.get("x-total-count"), body: (await answer.json()) as Row[] };
  };
  const first = await page(1);
  expect([first.total, first.body.length]).toEqual(["24", 20]);
  expect(first.body.slice(0, 2).map(({ id }) => id)).toEqual([paid[1]?.id, paid[0]?.id]);
  const second = await page(2);
  expect([second.body.length, second.body.at(-1)?.id]).toEqual([4, pending.id]);
  expect((await page(3)).body).toEqual({ message: "No orders for the selected date." });
  expect((await get("/orders?page=0", admin)).status).toBe(400);
});

test("orders before a day are listed", async () => {
  const { id } = await anOrder(ama, await aProduct(shop));
  await shop.database.admin`update orders set created_at = '2018-07-05T04:30:00Z' where id = ${id}`;
  const before = async (day: string) => (await get(`/orders?before=${day}`, admin)).json();
  expect(await before("2018-07-05")).toMatchObject([{ id }]);
  expect(await before("2018-07-04")).toEqual({ message: "No orders for the selected date." });
});

test("an invalid date gets 400", async () => {
  for (const date of ["today", "2026-02-30", "21.11.2026", "1969-12-31", "9999-12-31"]) {
    expect((await get(`/orders?before=${date}`, admin)).status).toBe(400);
    await expectReply(await get(`/orders?date=${date}`, admin), 400, { error: expect.any(String) });
  }
});

test("the first day of the calendar and an impossible status match no orders", async () => {
  for (const query of ["before=1970-01-01", "status=%00", "status=paid%00", "page=1&status=%00"]) {
    const answer = await get(`/orders?${query}`, admin);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(await answer.json()).toEqual({ message: "No orders for the selected date." });
  }
});

test("a guest gets 401, a customer 404", async () => {
  const { id } = await anOrder(ama, await aProduct(shop));
  const [kofi, packer, manager] = await shop.signUpAll("customer", "packer", "manager");
  const statusesOf = async (by?: Person | string) => [
    (await get("/orders", by)).status,
    (await get(`/order/${id}`, by)).status,
  ];
  for (const by of [undefined, "a.b.c"]) expect(await statusesOf(by)).toEqual([401, 401]);
  for (const by of [kofi, packer]) expect(await statusesOf(by)).toEqual([404, 404]);
  expect(await statusesOf(ama)).toEqual([404, 200]);
  for (const by of [manager, admin]) expect(await statusesOf(by)).toEqual([200, 200]);
  expect(((await (await get("/orders", manager)).json()) as Row[]).map((row) => row.id)).toContain(id);
  for (const other of ["not-an-id", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"]) {
    await expectReply(await get(`/order/${other}`, ama), 404, { error: "This order doesn't exist." });
  }
});

test("where admins need MFA, an admin without it gets 404", async () => {
  const answer = async (accessToken: string) => (await get("/orders", accessToken)).status;
  await requireMfaOfAdmins(shop.database, true);
  expect(await answer(admin.accessToken)).toBe(404);
  expect(await answer((await setUpMfa(admin.client)).accessToken)).toBe(200);
  await requireMfaOfAdmins(shop.database, false);
  expect(await answer(admin.accessToken)).toBe(200);
});

test("the owner and an admin read the lines of an order", async () => {
  const garri = await aProduct(shop, { name: "Ijebu Garri", price: 10.99, discount_price: 9.49 });
  const { id } = await anOrder(ama, garri, 3);
  for (const person of [ama, admin]) {
    await expectReply(await get(`/order/${id}`, person), 200, [
      {
        image_url: "",
        product_name: "Ijebu Garri",
        size_label: null,
        pack_size: "33.8 fl oz",
        unit_price: 9.49,
        quantity: 3,
        product_path: `/products/condiments/${garri.id}`,
      },
    ]);
  }
});
