import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPaidOrder, count, move } from "./paying.ts";
import { call, readRows, receiveDelivery } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

/** Commands whose answer was lost: repeated with the same request key, they give it again, whatever happened since. */
const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, manager] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpStaff("Mina Manager", "manager")]);
const yam = await aProduct(shop, { name: "Yam", price: 10 });

interface Command {
  person?: Person;
  args: Record<string, unknown>;
  /** What happens before the repeated call. */
  meanwhile?: (answer: never) => PromiseLike<unknown>;
}

const posOrder = () => ({
  items: [{ product_id: yam.id, quantity: 2 }],
  delivery_type: "pickup",
  expected_total: 20,
  customer: { name: "Kwame Asante", phone: "281 555 0123", email: "kwame@test.example" },
});

async function aPosOrder(): Promise<string> {
  const data = await call(manager, "create_point_of_sale_order", { ...posOrder(), request_key: randomUUID() });
  return (data as { id: string }).id;
}

const take = (order_id: string) =>
  manager.client
    .rpc("record_store_payment", { order_id, method: "store_cash", request_key: randomUUID() })
    .throwOnError();

async function lineOf(order: string): Promise<number | undefined> {
  const { data } = await manager.client.from("order_items").select("id").eq("order_id", order).limit(1).throwOnError();
  return data[0]?.id;
}

async function aCounted(stock = 10): Promise<number> {
  const { id } = await aProduct(shop, { name: "Counted", price: 5 });
  await count(shop, { id }, stock);
  return id;
}

const placed = () => ({
  items: [{ product_id: yam.id, quantity: 1 }],
  delivery_type: "pickup",
  expected_total: 10,
  delivery_address: "",
  delivery_phone_number: "",
});

const COMMANDS: Record<string, () => Promise<Command>> = {
  place_order: async () => ({
    person: ama,
    args: placed(),
    meanwhile: ({ id }: { id: string }) => ama.client.rpc("cancel_order", { order_id: id }).throwOnError(),
  }),
  place_payable_order: async () => ({
    person: ama,
    args: placed(),
    meanwhile: ({ placed }: { placed: { id: string } }) =>
      ama.client.rpc("cancel_order", { order_id: placed.id }).throwOnError(),
  }),
  create_point_of_sale_order: async () => ({ args: posOrder(), meanwhile: ({ id }: { id: string }) => take(id) }),
  record_store_payment: async () => {
    const order_id = await aPosOrder();
    return { args: { order_id, method: "store_cash" }, meanwhile: () => move(manager, order_id, "preparing", "ready") };
  },
  record_store_tenders: async () => {
    const order_id = await aPosOrder();
    const tenders = [{ method: "store_cash", amount_cents: 2000, cash_received_cents: 5000 }];
    return { args: { order_id, tenders }, meanwhile: () => move(manager, order_id, "preparing", "ready") };
  },
  record_sale: async () => ({
    args: {
      items: [{ product_id: yam.id, quantity: 2 }],
      expected_total: 20,
      tenders: [{ method: "store_cash", amount_cents: 2000 }],
    },
    meanwhile: ({ id }: { id: string }) =>
      manager.client.rpc("return_sale", { order_id: id, request_key: randomUUID() }).throwOnError(),
  }),
  return_sale: async () => {
    const { id } = await aPaidOrder(shop, ama, yam, 2);
    const lines = [{ order_item_id: await lineOf(id), quantity: 1 }];
    const rest = { order_id: id, request_key: randomUUID() };
    return { args: { order_id: id, lines }, meanwhile: () => manager.client.rpc("return_sale", rest).throwOnError() };
  },
  open_drawer: async () => ({
    args: { float_cents: 100, drawer: 1 },
    meanwhile: ({ id }: { id: string }) =>
      manager.client.rpc("close_drawer", { session_id: id, counted_cents: 100 }).throwOnError(),
  }),
  move_cash: async () => {
    const data = await call(manager, "open_drawer", { float_cents: 0, request_key: randomUUID(), drawer: 2 });
    const session_id = (data as { id: string }).id;
    return {
      args: { session_id, amount_cents: 100, reason: "Change" },
      meanwhile: () => manager.client.rpc("close_drawer", { session_id, counted_cents: 100 }).throwOnError(),
    };
  },
  send_pay_link: async () => {
    const order_id = await aPosOrder();
    return { args: { order_id, how: "mail" }, meanwhile: () => take(order_id) };
  },
  substitute_line: async () => {
    const { id } = await aPaidOrder(shop, ama, yam, 2);
    const args = { order_item_id: await lineOf(id), kind: "left_out", quantity: 1, mark_sold_out: false };
    return { args, meanwhile: () => move(manager, id, "preparing", "ready") };
  },
  request_refund: async () => {
    const { id } = await aPaidOrder(shop, ama, yam, 2);
    const rest = { order_id: id, request_key: randomUUID() };
    return {
      args: { order_id: id, amount_cents: 500 },
      meanwhile: () => manager.client.rpc("request_refund", rest).throwOnError(),
    };
  },
  refund_delivery_fee: async () => {
    const { id } = await aPaidOrder(shop, ama, yam, 1);
    await shop.database
      .admin`insert into delivery_fees (order_id, amount, tax_rate, tax_amount, paid_at) values (${id}, 5, 0, 0, now())`;
    await shop.database.admin`
      insert into payments (payment_intent_id, order_id, amount_cents, currency, purpose)
      values (${`pi_fee_${id}`}, ${id}, 500, 'usd', 'delivery_fee')`;
    return { args: { order_id: id } };
  },
  adjust_stock: async () => {
    const product_id = await aCounted();
    return {
      args: { product_id, size_id: null, kind: "waste", quantity: -3, note: "" },
      meanwhile: () => count(shop, { id: product_id }, 0),
    };
  },
  receive_delivery: async () => {
    const lines = [{ product_id: await aCounted(), size_id: null, quantity: 5, unit_cost: 1 }];
    return { args: { supplier_id: null, reference: "", note: "", lines } };
  },
  accept_stock_count: async () => {
    const product_id = await aCounted();
    await count(shop, { id: product_id }, 2);
    // Eight were sold since the shelf was read: more than were counted.
    return { args: { lines: [{ product_id, size_id: null, counted: 3, expected: 10 }], note: "" } };
  },
  take_off_sale: async () => {
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const lines = [
      { product_id: await aCounted(0), size_id: null, quantity: 5, unit_cost: 1, best_before: twoDaysAgo },
    ];
    await receiveDelivery(manager, lines);
    const [line] = await shop.database.admin<{ id: string }[]>`
      select id from supplier_delivery_lines order by id desc limit 1`;
    return { args: { batch_id: Number(line?.id) } };
  },
};

test("every command with a request key repeats its first answer", async () => {
  const functions = await shop.database.admin<{ name: string }[]>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and 'request_key' = any (proargnames)`;
  expect(functions.map(({ name }) => name).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  for (const [name, prepare] of Object.entries(COMMANDS)) {
    const { person = manager, args, meanwhile } = await prepare();
    const call = () => person.client.rpc(name as never, { ...args, request_key: key } as never);
    const key = randomUUID();
    const [first, twin] = await Promise.all([call(), call()]);
    expect([name, first.error, twin.error]).toEqual([name, null, null]);
    expect([name, idOf(twin.data)]).toEqual([name, idOf(first.data)]);
    await meanwhile?.(first.data as never);
    const again = await call();
    expect([name, again.error]).toEqual([name, null]);
    // A row shows what became of it since.
    const shown = (answer: unknown) =>
      (answer as { id?: unknown; oversold?: unknown } | null)?.oversold ?? idOf(answer);
    expect([name, shown(again.data)]).toEqual([name, shown(first.data)]);
  }
});

function idOf(answer: unknown): unknown {
  const { id, placed } = (answer ?? {}) as { id?: unknown; placed?: { id: unknown } };
  return placed?.id ?? id ?? answer;
}

test("canceling again changes nothing, by the customer, staff, and the link of an email", async () => {
  const mine = await aPaidOrder(shop, ama, yam, 1);
  for (const status of ["cancelled", "refunded"]) {
    const { data, error } = await ama.client.rpc("cancel_order", { order_id: mine.id });
    expect([error, (data as { status: string } | null)?.status]).toEqual([null, status]);
    await shop.worker.runOnce();
    await shop.worker.runOnce();
  }
  expect((await shop.data.service.rpc("cancel_linked_order", { order_id: mine.id })).error).toBeNull();
  // It was not the store that canceled it.
  expect((await manager.client.rpc("cancel_order", { order_id: mine.id })).error?.code).toBe("PT409");
  const theirs = await aPaidOrder(shop, ama, yam, 1);
  for (let time = 0; time < 2; time++) {
    expect((await manager.client.rpc("cancel_order", { order_id: theirs.id })).error).toBeNull();
  }
  expect((await ama.client.rpc("cancel_order", { order_id: theirs.id })).error?.code).toBe("PT409");
  const open = await anOrder(ama, yam, 1);
  for (let time = 0; time < 2; time++) {
    expect((await ama.client.rpc("withdraw_order", { order_id: open.id })).error).toBeNull();
  }
  expect(await readRows(manager, "refunds", "id", { order_id: mine.id })).toHaveLength(1);
});
