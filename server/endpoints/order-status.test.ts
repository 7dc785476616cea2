import { expect, test } from "vitest";
import { confirm, requestIntent } from "#tests/paying.ts";
import { requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "#tests/running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama");

const readStatus = (by: Person | string | null, orderId: string, query = "") =>
  requestAs(by, shop, `/api/order/${orderId}/status${query}`);

test("the response waits for the payment's event and arrives with it", async () => {
  const order = await anOrder(ama, await aProduct(shop, { price: 10 }));
  const intent = await requestIntent(shop, ama, order.id);
  expect(await (await readStatus(ama, order.id)).json()).toEqual({ status: "pending" });
  let isAnswered = false;
  const waiting = readStatus(ama, order.id, "?after=pending").then(async (response) => {
    isAnswered = true;
    return response.json();
  });
  // A second read takes longer than the first read of the waiting request.
  await readStatus(ama, order.id);
  expect(isAnswered).toBe(false);
  await confirm(shop, intent);
  expect(await waiting).toEqual({ status: "paid" });
  expect(await (await readStatus(ama, order.id, "?after=pending")).json()).toEqual({ status: "paid" });
});

test("only the order's customer reads its status", async () => {
  const order = await anOrder(ama, await aProduct(shop, { price: 10 }));
  const kofi = await shop.signUp("Kofi");
  expect((await readStatus(null, order.id)).status).toBe(401);
  expect((await readStatus("a.b.c", order.id)).status).toBe(401);
  expect((await readStatus(kofi, order.id, "?after=pending")).status).toBe(404);
  expect((await readStatus(ama, "nothing", "?after=pending")).status).toBe(404);
});
