import { afterEach, expect, test } from "vitest";
import { listSubstitutionAnswers } from "#app/features/order-texts/substitution-answer.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import type { OrderText } from "#server/messages/order-text-senders.ts";
import { expectReply } from "./expect-reply.ts";
import { move, pay, replacedBy } from "./paying.ts";
import { browserOf, call, postJson, readRows, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop } from "./running-shop.ts";

const sent: OrderText[] = [];

const shop = await openTestShop({
  paymentIntentLimit: 1000,
  orderTexts: {
    sms: {
      send: async (text) => {
        sent.push(text);
        return null;
      },
      findSent: async () => null,
    },
  },
});
const [ama, owner, manager] = await shop.signUpAll("customer", "owner", "manager");
const packer = await shop.signUpStaff("Paul Packer", "packer", 5);
const yam = await aProduct(shop, { name: "Puna Yam", price: 18 });
const potato = await aProduct(shop, { name: "Sweet Potato", price: 15 });
const garri = await aProduct(shop, { name: "Garri", price: 6 });
const VALUES = { has_order_texts: true, texts_from: "00:00", texts_until: "23:59", texts_per_day: 1000 };
await update(shop, "store_settings", { id: true }, VALUES);
await call(shop, "record_text_channels", { channels: ["sms"] });

afterEach(() => {
  sent.length = 0;
});

type Question = FunctionRow<"list_linked_substitution_questions">;

let phoneCount = 0;
/** Each order gets its own phone number, because a number gets a limited number of texts a day. */
function newPhone(): string {
  phoneCount += 1;
  return `281555${String(phoneCount).padStart(4, "0")}`;
}

async function aPaid({ hasTexts = true, preference = "", products = [yam, garri] as { id: number }[] } = {}) {
  const order = await anOrder(
    ama,
    products.map((product) => [product, 1]),
    1,
    { billing: { name: "Ama", phone: newPhone() }, ...(preference ? { substitution_preference: preference } : {}) },
  );
  if (hasTexts) await call(ama, "set_order_texts", { order_id: order.id, channel: "sms", wording_version: 1 });
  await pay(shop, order.id);
  return { id: order.id, lines: order.lines, token: shop.orderLinks.signForTexts(order.id, new Date()) };
}

const replace = async (line: number | undefined, by: { id: number } = potato, person = packer) => {
  const data = await call(person, "substitute_line", replacedBy(line, by));
  return (data as { id: number }).id;
};
const post = (path: string, body: object) => postJson(shop, `/api/${path}`, body);
const questionsOf = async (token: string): Promise<Question[]> =>
  ((await (await post("texts", { token })).json()) as { questions: Question[] }).questions;
const answer = async (token: string, substitutionId: number, chosen: string) =>
  (await post("texts/answer", { token, substitutionId, answer: chosen })).status;
async function sendDue(): Promise<number> {
  await shop.database.admin`update outgoing_texts set next_attempt_at = now() where status = 'waiting'`;
  return (await shop.worker.runOnce()).orderTexts;
}
const textsAbout = (orderId: string) =>
  shop.database.admin`
    select kind, status from outgoing_texts where order_id = ${orderId} and kind = 'substitution' order by created_at`;
const changesOnPickList = async (orderId: string) =>
  JSON.stringify(await call(packer, "read_pick_lists", { order_ids: [orderId] }));

test("a proposed replacement is texted once, with a link that accepts it", async () => {
  const order = await aPaid();
  await sendDue();
  const id = await replace(order.lines[0]);
  expect(await textsAbout(order.id)).toMatchObject([{ status: "waiting" }]);
  expect(await sendDue()).toBe(1);
  expect(sent.at(-1)?.text).toContain("is out of stock. Accept our replacement or leave it out");
  expect(await questionsOf(order.token)).toMatchObject([
    {
      substitution_id: id,
      answer: null,
      can_answer: true,
      name: "Puna Yam",
      replacement_name: "Sweet Potato",
      refund_cents: 300,
    },
  ]);
  expect(await changesOnPickList(order.id)).toContain('"answer":"waiting"');
  expect(await answer(order.token, id, "accepted")).toBe(204);
  expect(await answer(order.token, id, "accepted")).toBe(204);
  expect(await changesOnPickList(order.id)).toContain('"answer":"accepted"');
  await move(owner, order.id, "preparing", "ready");
  expect(await readRows(owner, "refunds", "amount_cents", { order_id: order.id })).toEqual([{ amount_cents: 300 }]);
  expect(await questionsOf(order.token)).toMatchObject([{ answer: "accepted", can_answer: false }]);
});

test("a customer leaves the product out: it is refunded in full, and not against the packer's limit", async () => {
  const order = await aPaid();
  const id = await replace(order.lines[0]);
  expect(await answer(order.token, id, "left_out")).toBe(204);
  expect(await changesOnPickList(order.id)).toContain('"answer":"left_out"');
  expect(await questionsOf(order.token)).toMatchObject([{ answer: "left_out", replacement_name: null }]);
  expect(await answer(order.token, id, "accepted")).toBe(409);
  for (const person of [packer, manager, owner]) {
    expect(await listSubstitutionAnswers(browserOf(person), order.id)).toMatchObject([
      { original: "1 × Puna Yam", replacement: "1 × Sweet Potato", answer: "left_out", answeredAt: expect.any(String) },
    ]);
  }
  // The packer may refund $5, and the customer's answer refunds $18.
  await move(packer, order.id, "preparing", "ready");
  const refunds = await readRows(owner, "refunds", "amount_cents, requested_by", { order_id: order.id });
  expect(refunds).toEqual([{ amount_cents: 1800, requested_by: ama.id }]);
});

test("an accepted replacement can still be left out until the order is packed, and not after", async () => {
  const order = await aPaid({ products: [yam, garri, potato] });
  const [first = 0, second = 0] = [
    await replace(order.lines[0], potato, owner),
    await replace(order.lines[1], yam, owner),
  ];
  expect(await answer(order.token, first, "accepted")).toBe(204);
  expect(await answer(order.token, first, "left_out")).toBe(204);
  await move(owner, order.id, "preparing", "ready");
  expect(await answer(order.token, second, "left_out")).toBe(409);
  expect(await answer(order.token, second, "accepted")).toBe(409);
  const [row] = await shop.database.admin`select kind from substitutions where id = ${second}`;
  expect(row?.["kind"]).toBe("replaced");
});

test("two simultaneous answers leave one of them, and the pick list shows it", async () => {
  const order = await aPaid();
  const id = await replace(order.lines[0]);
  const outcomes = await Promise.all([answer(order.token, id, "left_out"), answer(order.token, id, "accepted")]);
  expect(outcomes.filter((status) => status === 204).length).toBeGreaterThan(0);
  const [row] = await shop.database.admin`
    select questions.answer, changes.kind from substitution_questions as questions
    join substitutions as changes on changes.id = questions.substitution_id where changes.id = ${id}`;
  expect([
    { answer: "left_out", kind: "left_out" },
    { answer: "accepted", kind: "replaced" },
  ]).toContainEqual(row);
});

test("the last product of an order is not left out by link", async () => {
  const order = await aPaid({ products: [yam] });
  const id = await replace(order.lines[0]);
  const response = await post("texts/answer", { token: order.token, substitutionId: id, answer: "left_out" });
  await expectReply(response, 409, { error: "This would leave the order empty. Call us to cancel it." });
  expect(await questionsOf(order.token)).toMatchObject([{ answer: null, replacement_name: "Sweet Potato" }]);
});

test("no question is sent without texts, or to a customer who chose to replace or to leave out", async () => {
  for (const options of [{ hasTexts: false }, { preference: "replace" }, { preference: "leave_out" }]) {
    const order = await aPaid(options);
    await replace(order.lines[0]);
    expect(await questionsOf(order.token)).toEqual([]);
    expect(await textsAbout(order.id)).toEqual([]);
  }
  const order = await aPaid({ preference: "contact" });
  await replace(order.lines[0]);
  expect(await questionsOf(order.token)).toHaveLength(1);
});

test("replacements proposed together share a text, and one that is undone or packed sends none", async () => {
  const order = await aPaid({ products: [yam, garri] });
  await sendDue();
  await replace(order.lines[0], potato, owner);
  const second = await replace(order.lines[1], potato, owner);
  expect(await textsAbout(order.id)).toHaveLength(1);
  expect(await sendDue()).toBe(1);
  await call(owner, "undo_substitution", { substitution_id: second });
  expect(await questionsOf(order.token)).toHaveLength(1);
  await call(owner, "undo_substitution", { substitution_id: await replace(order.lines[1], potato, owner) });
  const [firstQuestion] = await questionsOf(order.token);
  expect(await answer(order.token, firstQuestion?.substitution_id ?? 0, "accepted")).toBe(204);
  expect(await sendDue()).toBe(0);
  expect(await textsAbout(order.id)).toMatchObject([{ status: "sent" }, { status: "dropped" }]);
});

test("repeated proposals send at most five texts per order", async () => {
  const order = await aPaid();
  await sendDue();
  sent.length = 0;
  for (let turn = 0; turn < 7; turn += 1) {
    const id = await replace(order.lines[0]);
    expect(await sendDue()).toBe(turn < 5 ? 1 : 0);
    if (turn < 6) await call(packer, "undo_substitution", { substitution_id: id });
  }
  expect(sent).toHaveLength(5);
  expect(await questionsOf(order.token)).toMatchObject([{ answer: null, can_answer: true }]);
});

test("only the link of the order answers its questions", async () => {
  const [order, other] = [await aPaid(), await aPaid()];
  const id = await replace(order.lines[0]);
  expect(await answer(other.token, id, "left_out")).toBe(404);
  expect(await answer("x".repeat(48), id, "left_out")).toBe(404);
  expect(await answer(shop.orderLinks.sign(order.id, new Date()), id, "left_out")).toBe(404);
  expect(await answer(order.token, id, "free")).toBe(400);
  expect(await answer(order.token, id + 0.5, "left_out")).toBe(404);
});

test("an answer is pushed to open order boards", async () => {
  const order = await aPaid();
  const id = await replace(order.lines[0]);
  const changed: string[] = [];
  let isListening = false;
  const listener = shop.database.listen({
    channels: ["desk"],
    onMessage: (payload) => changed.push(payload),
    onListening: () => {
      isListening = true;
    },
  });
  await expect.poll(() => isListening).toBe(true);
  await answer(order.token, id, "accepted");
  await expect.poll(() => changed).toContain(order.id);
  await listener.end();
});
