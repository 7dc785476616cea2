import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { readRow } from "./requests.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

/** Follows docs/how-to/add-a-status.md by running its SQL. */
const GUIDE = readFileSync(join(import.meta.dirname, "..", "docs", "how-to", "add-a-status.md"), "utf8");

const shop = await openTestShop();
await shop.database.admin.begin(async (sql) => {
  await sql`select set_config('role', 'shop_owner', true)`;
  for (const [, block = ""] of GUIDE.matchAll(/```sql\n([\s\S]*?)```/g)) await sql.script(block);
});
const [owner, packer] = await Promise.all([shop.signUpAdmin("Ola Owner"), shop.signUpStaff("Ike Packer", "packer")]);

const move = (orderId: string, status: string) =>
  packer.client.rpc("move_orders", { moves: [{ order_id: orderId, to_status: status }] }).throwOnError();
const readDesk = async () =>
  (await owner.client.rpc("read_desk").throwOnError()).data as unknown as {
    counts: Record<string, number>;
    cards: { id: string; status: string; moved_from: string }[];
  };

test("the row of the guide's status says what its functions say", async () => {
  const [row] = await shop.database.admin`
    select is_open, is_paid, is_in_store, is_packable from public.order_statuses where status = 'on_hold'`;
  expect(row).toEqual({ is_open: true, is_paid: true, is_in_store: true, is_packable: false });
});

test("an order of the guide's status is on the board, packed later, undone, canceled, and refunded", async () => {
  const yam = await aProduct(shop, { name: "Puna Yam", price: 10 });
  const order = await aPaidOrder(shop, await shop.signUp("Ama Mensah"), yam);
  const { counts } = await readDesk();

  expect((await move(order.id, "on_hold")).data).toMatchObject([{ order_id: order.id, status: "on_hold" }]);
  const desk = await readDesk();
  expect(desk.counts).toEqual(counts);
  expect(desk.cards).toMatchObject([{ id: order.id, status: "on_hold", moved_from: "paid" }]);
  expect((await packer.client.from("orders").select("id").eq("id", order.id)).data).toHaveLength(1);
  expect((await move(order.id, "completed")).data).toMatchObject([
    { status: null, message: 'This order is now "On hold". Nothing was changed.' },
  ]);

  expect(await shop.database.admin`select kind from outgoing_mails where kind = 'order_on_hold'`).toEqual([]);

  await packer.client.rpc("undo_order_moves", { order_ids: [order.id] }).throwOnError();
  expect((await readDesk()).cards).toMatchObject([{ id: order.id, status: "paid" }]);
  await move(order.id, "on_hold");
  await move(order.id, "preparing");
  expect((await readDesk()).counts).toMatchObject({ packing: 1, to_pack: (counts["to_pack"] ?? 0) - 1 });

  const other = await aPaidOrder(shop, await shop.signUp("Efua Mensah"), yam);
  await move(other.id, "on_hold");
  await owner.client.rpc("cancel_order", { order_id: other.id }).throwOnError();
  await shop.worker.runOnce();
  expect((await readRow(owner, "orders", "status", { id: other.id })).status).toMatch(/^(cancelled|refunded)$/);
});
