import { requestInProcess } from "@calabash/data-service/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrderWorker } from "#server/orders/order-worker.ts";
import { createShopData } from "#server/platform/shop-data.ts";
import { anOrder, aProduct, ORIGIN, startTestShop, type TestShop } from "./running-shop.ts";

/** Most rounds of the worker find nothing to do, every five seconds in every shop: that costs one question. */
let shop: TestShop;
let orderId: string;
let asked: string[] = [];
/** What the database does not answer. */
let isLost = (_name: string) => false;

beforeAll(async () => {
  shop = await startTestShop();
  const person = await shop.signUp("Ama Mensah");
  orderId = (await anOrder(person, await aProduct(shop))).id;
});
afterAll(() => shop.close());

function aWorker() {
  const data = createShopData({
    url: ORIGIN,
    ...shop.keys,
    fetch: async (input, init) => {
      const request = requestInProcess(input, init);
      const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
      asked.push(name);
      if (isLost(name)) throw new Error(`${name} was lost`);
      return shop.dataService.fetch(request);
    },
  });
  const errors: unknown[] = [];
  const worker = createOrderWorker({
    data,
    payments: shop.payments,
    orderLinks: shop.orderLinks,
    mailer: shop.mailbox,
    publicOrigin: ORIGIN,
    logError: (error) => errors.push(error),
  });
  return { worker, errors };
}

/** @param later how long it still waits */
async function queueMail(key: string, later = "0 seconds"): Promise<void> {
  await shop.database.admin`select private.queue_mail('shop_order_paid', ${orderId}::uuid, ${key})`;
  await shop.database.admin`
    update outgoing_mails set next_attempt_at = now() + ${later}::interval where status = 'waiting'`;
}

test("a round with nothing to do asks once, whatever waits for later", async () => {
  const { worker } = aWorker();
  await worker.runOnce();
  await queueMail("later", "1 hour");
  asked = [];
  expect((await worker.runOnce()).mails).toBe(0);
  expect(asked).toEqual(["due_work"]);
});

test("what is due is done, and nothing else is asked for", async () => {
  const { worker } = aWorker();
  await worker.runOnce();
  await queueMail("now");
  asked = [];
  expect((await worker.runOnce()).mails).toBeGreaterThan(0);
  expect(new Set(asked.filter((name) => name.startsWith("claim") || name.startsWith("list")))).toEqual(
    new Set(["claim_mails"]),
  );
});

test("without an answer each kind is looked at by itself, and an error in one stops no other", async () => {
  const { worker, errors } = aWorker();
  await worker.runOnce();
  await queueMail("lost");
  isLost = (name) => name === "due_work" || name === "claim_refunds";
  expect((await worker.runOnce()).mails).toBeGreaterThan(0);
  isLost = () => false;
  expect(errors.map(String).join()).toContain("due_work was lost");
  expect(errors.map(String).join()).toContain("claim_refunds was lost");
});
