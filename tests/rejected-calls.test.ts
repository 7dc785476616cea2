import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Database } from "#app/platform/database-rows.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

/** Errors of functions that the tests of their features do not cause. */
const shop = await openTestShop();
const [manager, owner] = await shop.signUpAll("manager", "owner");
const yam = await aProduct(shop);
const [NOBODY, NOTHING, request_key] = [randomUUID(), 987_654_321, randomUUID()];

type Name = keyof Database["public"]["Functions"];
type Call = [message: string, name: Name, args: object];

test.for<Call>([
  ["This product doesn't exist.", "set_product_choice_groups", { product_id: NOTHING, group_ids: [] }],
  ["A group of choices no longer exists.", "set_product_choice_groups", { product_id: yam.id, group_ids: [NOTHING] }],
  ["This group doesn't exist.", "delete_choice_group", { group_id: NOTHING }],
  ["This product doesn't exist.", "duplicate_product", { product_id: NOTHING }],
  ["This delivery doesn't exist.", "undo_delivery", { delivery_id: NOTHING }],
  ["These orders don't exist.", "create_run", { driver_id: manager.id, order_ids: [NOBODY] }],
  ["This drawer doesn't exist.", "move_cash", { session_id: NOBODY, amount_cents: 1, reason: "Ice", request_key }],
  ["This drawer doesn't exist.", "close_drawer", { session_id: NOBODY, counted_cents: 0 }],
  ["This refund doesn't exist.", "retry_refund", { refund_id: NOBODY }],
  ["This alert doesn't exist.", "resolve_alert", { alert_id: NOTHING }],
  ["This email doesn't exist.", "retry_mail", { mail_id: NOBODY }],
])('the error "%s" of %s', async ([message, name, args]) => {
  expect((await manager.client.rpc(name, args as never)).error).toMatchObject({ message });
});

test.for<Call>([
  ["This order doesn't exist.", "cancel_linked_order", { order_id: NOBODY }],
  ["This order doesn't exist.", "set_linked_order_texts", { order_id: NOBODY, channel: "sms", wording_version: 1 }],
  [
    "This order doesn't exist.",
    "attach_payment_intent",
    { order_id: NOBODY, payment_intent_id: "pi_1", client_secret: "pi_1_secret", amount_cents: 100 },
  ],
  [
    "This refund doesn't exist.",
    "finalize_refund",
    { refund_id: NOBODY, provider_refund_id: "re_1", status: "succeeded" },
  ],
  ["A text is sent, failed, rejected, or opted out.", "finalize_text", { text_id: NOBODY, outcome: "lost" }],
  ["A push notification is sent, gone, or failed.", "finalize_push_message", { message_id: NOBODY, outcome: "lost" }],
  ["A channel is sms or whatsapp.", "record_text_channels", { channels: ["fax"] }],
])('the error "%s" of %s, called by the server', async ([message, name, args]) => {
  expect((await shop.data.service.rpc(name, args as never)).error).toMatchObject({ message });
});

test("an unknown payment mode is rejected", async () => {
  const message = "Payments are tried in the sandbox, the test mode or the live mode.";
  expect((await owner.client.rpc("record_payments_tried", { mode: "maybe" })).error).toMatchObject({ message });
});

test("an export without a name is rejected", async () => {
  expect((await manager.client.rpc("log_export", { subject: " " })).error?.message).toBe("An export has a name.");
});

test.for<[name: Name, args: object]>([
  ["create_point_of_sale_order", { items: [], delivery_type: "pickup", customer: { name: "Ama" }, expected_total: 0 }],
  ["return_sale", { order_id: NOBODY }],
  ["receive_delivery", { supplier_id: null, reference: "", note: "", lines: [] }],
  ["accept_stock_count", { lines: [], note: "" }],
  ["adjust_stock", { product_id: yam.id, size_id: null, kind: "waste", quantity: -1, note: "" }],
  ["take_off_sale", { batch_id: NOTHING }],
])("%s needs a request key, so that a repeated request is recognized", async ([name, args]) => {
  const { error } = await manager.client.rpc(name, { ...args, request_key: null } as never);
  expect(error?.message).toBe("A request key is required.");
});
