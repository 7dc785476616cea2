import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPaidOrder, deliver, move, orderOf } from "./paying.ts";
import { aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, owner] = await shop.signUpAll("customer", "owner");
const packer = await shop.signUpStaff("Paul Packer", "packer", 10);
const oil = await aProduct(shop, { price: 10 });

const HELD = [409, "The bank disputes this payment. A manager must resolve the alert before the order leaves."];

function disputeEvent(type: "created" | "closed", paymentIntentId: string, disputeId: string, outcome = "won") {
  return {
    id: `evt_${randomUUID()}`,
    object: "event",
    type: `charge.dispute.${type}`,
    data: {
      object: {
        id: disputeId,
        object: "dispute",
        amount: 1000,
        currency: "usd",
        charge: "ch_1",
        payment_intent: paymentIntentId,
        reason: "fraudulent",
        status: type === "created" ? "needs_response" : outcome,
        evidence: { customer_name: "Ama Mensah", customer_purchase_ip: "203.0.113.9" },
      },
    },
  };
}

async function alertsOf(person: Person, orderId: string) {
  const { data } = await person.client
    .from("shop_alerts")
    .select("id, message, facts")
    .eq("order_id", orderId)
    .eq("kind", "payment_disputed")
    .is("resolved_at", null)
    .throwOnError();
  return data;
}

const moveTo = async (person: Person, order_id: string, to_status: string) => {
  const { status, error } = await person.client.rpc("move_order", { order_id, to_status });
  return [status, error?.message];
};

test("an order whose payment is disputed does not leave until a manager marks the alert as done", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const event = disputeEvent("created", order.intentId, "dp_1");
  expect(await deliver(shop, event)).toEqual({ status: 200, outcome: "dispute_opened" });
  expect((await deliver(shop, event)).outcome).toBe("duplicate");
  const [alert, ...more] = await alertsOf(owner, order.id);
  expect(more).toEqual([]);
  expect(alert?.message).toContain("disputes the payment of $10.00 (fraudulent)");
  expect(alert?.facts).toEqual({ amount: "10.00", reason: "fraudulent", dispute: "dp_1" });
  for (const person of [ama, packer]) expect(await alertsOf(person, order.id)).toEqual([]);
  await move(packer, order.id, "preparing");
  for (const person of [packer, owner]) expect(await moveTo(person, order.id, "ready")).toEqual(HELD);
  expect((await orderOf(shop, order.id)).status).toBe("preparing");
  expect((await packer.client.rpc("resolve_alert", { alert_id: alert?.id })).status).toBe(403);
  await owner.client.rpc("resolve_alert", { alert_id: alert?.id }).throwOnError();
  await move(packer, order.id, "ready");
  // Personal data in the bank's message is not stored.
  const [saved] = await shop.database.admin`select payload from payment_events where id = ${event.id}`;
  expect(JSON.stringify(saved)).not.toContain("Ama Mensah");
});

test("a dispute of a ready order blocks its handover until the dispute is closed", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(owner, order.id, "preparing", "ready");
  await deliver(shop, disputeEvent("created", order.intentId, "dp_2"));
  expect(await moveTo(owner, order.id, "completed")).toEqual(HELD);
  expect((await deliver(shop, disputeEvent("closed", order.intentId, "dp_2"))).outcome).toBe("dispute_closed");
  expect(await alertsOf(owner, order.id)).toEqual([]);
  await move(owner, order.id, "completed");
});

test("a dispute closed before it is reported blocks nothing, nor does one of another payment", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await deliver(shop, disputeEvent("closed", order.intentId, "dp_3"));
  expect((await deliver(shop, disputeEvent("created", order.intentId, "dp_3"))).outcome).toBe("dispute_closed");
  expect((await deliver(shop, disputeEvent("created", "pi_nobodys", "dp_4"))).outcome).toBe("waits_for_payment");
  expect(await alertsOf(owner, order.id)).toEqual([]);
  await move(owner, order.id, "preparing", "ready", "completed");
});

test("an order whose dispute the store lost does not leave until a manager marks the alert as done", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(owner, order.id, "preparing", "ready");
  await deliver(shop, disputeEvent("created", order.intentId, "dp_5"));
  await deliver(shop, disputeEvent("closed", order.intentId, "dp_5", "lost"));
  const [alert, ...more] = await alertsOf(owner, order.id);
  expect([alert?.message, more]).toEqual([
    "The store lost the dispute: the customer's bank took back $10.00. Don't hand over the order.",
    [],
  ]);
  expect(await moveTo(packer, order.id, "completed")).toEqual(HELD);
  await owner.client.rpc("resolve_alert", { alert_id: alert?.id }).throwOnError();
  await move(packer, order.id, "completed");
});

test("closing one of two disputes of an order does not release it", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(owner, order.id, "preparing", "ready");
  for (const dispute of ["dp_6", "dp_7"]) await deliver(shop, disputeEvent("created", order.intentId, dispute));
  await deliver(shop, disputeEvent("closed", order.intentId, "dp_6"));
  expect(await moveTo(owner, order.id, "completed")).toEqual(HELD);
  await deliver(shop, disputeEvent("closed", order.intentId, "dp_7"));
  await move(owner, order.id, "completed");
});
