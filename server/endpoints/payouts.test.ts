import { expect, test } from "vitest";
import { expectReply } from "#tests/expect-reply.ts";
import { aPaidOrder } from "#tests/paying.ts";
import { postJson, requestAs } from "#tests/requests.ts";
import { aProduct, openShopForTest, openTestShop } from "#tests/running-shop.ts";

const DAYS = { from: "2026-01-05", to: "2026-01-09" };

const shop = await openTestShop();
const [shopper, packer, manager, owner] = await shop.signUpAll("customer", "packer", "manager", "owner");

const list = (token: string | undefined, body: unknown = DAYS, at = shop) => postJson(at, "/api/payouts", body, token);
const open = (token: string | undefined, id = "po_sandbox20260105") => requestAs(token, shop, `/api/payouts/${id}`);
const exports = async () => (await owner.client.from("audit_log").select("subject, actor").eq("kind", "export")).data;

/**
 * Creates an order paid in January, because the sandbox pays out past days only.
 * @returns the order number
 */
async function anOrderOfJanuary(): Promise<number> {
  const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
  const { id, intentId } = await aPaidOrder(shop, shopper, yam, 1);
  await shop.withoutTriggers`update payments set payment_intent_id = 'pi_demo_january' where payment_intent_id = ${intentId}`;
  await shop.sandbox.adopt([
    {
      paymentIntentId: "pi_demo_january",
      orderId: id,
      description: "Order",
      amountCents: 1799,
      paidAt: new Date("2026-01-05T18:00:00Z"),
    },
  ]);
  const { data } = await shop.data.service.from("orders").select("order_number").eq("id", id).single().throwOnError();
  return data.order_number;
}

test("only the owner and managers read payouts", async () => {
  for (const token of [undefined, "a.wrong.token"]) {
    expect([(await list(token)).status, (await open(token)).status]).toEqual([401, 401]);
  }
  for (const { accessToken: token } of [shopper, packer]) {
    expect([(await list(token)).status, (await open(token)).status]).toEqual([403, 403]);
  }
  expect(await exports()).toEqual([]);
});

test("a manager reads payouts and their transactions, and the audit log records it", async () => {
  const number = await anOrderOfJanuary();
  const token = manager.accessToken;
  const listed = await list(token);
  expect(listed.headers.get("cache-control")).toBe("no-store");
  expect(await listed.json()).toEqual([
    { id: "po_sandbox20260105", arrivesOn: "2026-01-07", status: "paid", amountCents: 1717, currency: "USD" },
  ]);
  expect(await (await open(token)).json()).toEqual([
    {
      transactionId: expect.stringMatching(/^txn_/),
      kind: "charge",
      createdAt: "2026-01-05T18:00:00.000Z",
      amountCents: 1799,
      feeCents: 82,
      netCents: 1717,
      paymentIntentId: "pi_demo_january",
      refundId: null,
      orderNumber: number,
    },
  ]);
  expect(await (await list(token, { from: "2026-01-05", to: "2026-01-06" })).json()).toEqual([]);
  expect((await open(token, "po_none")).status).toBe(404);
  expect(await exports()).toEqual([
    { subject: "Books: payouts, 2026-01-05 until 2026-01-09", actor: "Mina Manager" },
    { subject: "Books: payouts, 2026-01-05 until 2026-01-06", actor: "Mina Manager" },
  ]);
});

test.for([
  null,
  {},
  { from: "2026-01-09", to: "2026-01-05" },
  { from: "2024-01-01", to: "2026-01-05" },
  { from: "2026-02-30", to: "2026-03-05" },
])("%j are rejected as days", async (body) => {
  expect((await list(owner.accessToken, body)).status).toBe(422);
});

test("an error of the provider is quoted", async () => {
  const away = await openShopForTest();
  const owner = await away.signUpAdmin("Ola Owner");
  away.payments.listPayouts = () => Promise.reject(new Error("connect ECONNREFUSED"));
  const response = await list(owner.accessToken, DAYS, away);
  await expectReply(response, 502, { error: "The payment provider did not respond: connect ECONNREFUSED" });
});
