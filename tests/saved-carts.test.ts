import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const kofi = await shop.signUp("Kofi Stranger");

/** Cart items as stored under `cartItems`. */
const YAM = { id: 1, name: "Puna Yam", price: 17.99, image: "", quantity: 2 };

const save = ({ client }: Pick<Person, "client">, id: string, items: unknown = [YAM]) =>
  client.from("saved_carts").upsert({ id, items } as never, { onConflict: "user_id,id" });

async function savedCartsOf({ id }: Person): Promise<string[]> {
  const { data } = await shop.data.service
    .from("saved_carts")
    .select("id")
    .eq("user_id", id)
    .order("saved_at", { ascending: false })
    .throwOnError();
  return data.map((row) => row.id);
}

test("saving a cart twice keeps one, in its last state", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const id = randomUUID();
  await save(ama, id).throwOnError();
  await save(ama, id, [{ ...YAM, quantity: 5 }]).throwOnError();
  const { data } = await ama.client.from("saved_carts").select("id, items");
  expect(data).toEqual([{ id, items: [{ ...YAM, quantity: 5 }] }]);
});

test("five carts are saved at most, also concurrently, and the oldest is replaced", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const [first, ...others] = Array.from({ length: 5 }, () => randomUUID());
  await save(ama, first ?? "").throwOnError();
  await Promise.all(others.map((id) => save(ama, id).throwOnError()));
  const last = randomUUID();
  await save(ama, last).throwOnError();
  const saved = await savedCartsOf(ama);
  expect(saved[0]).toBe(last);
  expect(saved.toSorted()).toEqual([...others, last].toSorted());
});

test("saving a cart deletes those older than 30 days", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await save(ama, randomUUID()).throwOnError();
  await shop.withoutTriggers`update public.saved_carts set saved_at = now() - interval '31 days' where user_id = ${ama.id}`;
  const fresh = randomUUID();
  await save(ama, fresh).throwOnError();
  expect(await savedCartsOf(ama)).toEqual([fresh]);
});

test.for<[what: string, items: unknown]>([
  ["no lines", []],
  ["an object instead of a list", { id: 1 }],
  ["201 lines", Array.from({ length: 201 }, () => YAM)],
  ["more than 128 kB", [{ ...YAM, name: "y".repeat(140_000) }]],
])("a cart with %s is not saved", async ([, items]) => {
  const ama = await shop.signUp("Ama Mensah");
  expect((await save(ama, randomUUID(), items)).status).toBe(400);
  expect(await savedCartsOf(ama)).toEqual([]);
});

test("two people's carts with the same id are two carts", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const id = randomUUID();
  await save(ama, id).throwOnError();
  await save(kofi, id, [{ ...YAM, quantity: 9 }]).throwOnError();
  expect((await ama.client.from("saved_carts").select("items")).data).toEqual([{ items: [YAM] }]);
});
