import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addLine, call, readRow, readRows, update } from "./requests.ts";
import { aProduct, openTestShop, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const [manager, ama] = await Promise.all([shop.signUpStaff("Mina Manager", "manager"), shop.signUp("Ama Mensah")]);

test("a choice group applies to all its products, and so do its changes", async () => {
  const cut = await saveGroup({ name: "Cut", choices: [{ label: "whole" }, { label: "small pieces" }] });
  const [goat, tilapia] = [await aMeat([cut]), await aMeat([cut])];
  const groupsOf = async (id: number) => {
    const data = await readRow(shop.guest, "meat_sea_food", "choice_groups", { id });
    return data.choice_groups as { name: string; choices: { id: number; label: string }[] }[];
  };
  const [group] = await groupsOf(goat.id);
  expect(group).toMatchObject({
    id: cut,
    name: "Cut",
    is_multiple: false,
    is_required: true,
    choices: [
      { label: "whole", price: 0, is_default: false },
      { label: "small pieces", price: 0, is_default: false },
    ],
  });
  const [whole, small] = group?.choices ?? [];
  await saveGroup({
    id: cut,
    name: "Cutting",
    choices: [{ id: small?.id, label: "whole" }, { id: whole?.id, label: "small pieces" }, { label: "steaks" }],
  });
  expect(await groupsOf(tilapia.id)).toMatchObject([
    { name: "Cutting", choices: [{ id: small?.id, label: "whole" }, { id: whole?.id }, { label: "steaks" }] },
  ]);
  await call(manager, "delete_choice_group", { group_id: cut });
  expect([await groupsOf(goat.id), await groupsOf(tilapia.id)]).toEqual([[], []]);
});

test("a group needs a unique name and a choice, and a single-choice group has at most one default", async () => {
  await saveGroup({ name: "Skin", choices: [{ label: "on" }] });
  const messages = await Promise.all(
    [
      { name: "skin ", choices: [{ label: "on" }] },
      { name: "Bones", choices: [{ label: "in" }, { label: "In" }] },
      { name: "Head", choices: [] },
      {
        name: "Head",
        choices: [
          { label: "on", is_default: true },
          { label: "off", is_default: true },
        ],
      },
    ].map(async (group) => (await request(group)).error?.message),
  );
  expect(messages).toEqual([
    "Another group has this name, or two choices have the same label.",
    "Another group has this name, or two choices have the same label.",
    "Add at least one choice to the group.",
    "Only one choice of this group can be preselected.",
  ]);
  expect((await request({ name: "", choices: [{ label: "on" }] })).status).toBe(400);
  expect((await request({ id: 999_999, name: "Gone", choices: [{ label: "on" }] })).status).toBe(404);
});

test("an order line's name and price include its choices, whatever the browser sends", async () => {
  const cut = await saveGroup({ name: "Pieces", choices: [{ label: "whole" }, { label: "small pieces", price: 1.5 }] });
  const extras = await saveGroup({
    name: "Preparation",
    isMultiple: true,
    isRequired: false,
    choices: [{ label: "skin burnt", price: 0.5 }, { label: "head off" }],
  });
  const goat = await aMeat([cut, extras]);
  const [, small] = await choicesOf(cut);
  const [burnt, headOff] = await choicesOf(extras);
  const choice_ids = [headOff, small, burnt];
  const { data: order } = await place([{ product_id: goat.id, quantity: 2, choice_ids }], 24).throwOnError();
  expect(order.total).toBe(24);
  const { data: lines } = await ama.client.from("order_items").select().eq("order_id", order.id).throwOnError();
  expect(lines).toMatchObject([
    {
      product_name: `${goat.name} (Pieces: small pieces; Preparation: skin burnt, head off)`,
      unit_price: 12,
      quantity: 2,
      choice_ids: [small, burnt, headOff],
      choices: [
        { id: small, group: "Pieces", label: "small pieces", price: 1.5 },
        { id: burnt, group: "Preparation", label: "skin burnt", price: 0.5 },
        { id: headOff, group: "Preparation", label: "head off", price: 0 },
      ],
    },
  ]);
  // Later prices and labels do not change the order.
  await call(manager, "delete_choice_group", { group_id: cut });
  expect((await ama.client.from("order_items").select().eq("order_id", order.id).throwOnError()).data).toEqual(lines);
});

test("lines of one product with different choices keep their notes and share its stock", async () => {
  const cut = await saveGroup({ name: "Size of pieces", choices: [{ label: "large" }, { label: "tiny" }] });
  const goat = await aMeat([cut]);
  const [large, tiny] = await choicesOf(cut);
  await update(shop, "meat_sea_food", { id: goat.id }, { availability: "counted" });
  await shop.data.service.from("product_stock").upsert({ product_id: goat.id, stock_count: 3 }).throwOnError();
  const line = (choice: number | undefined, quantity: number) => ({
    product_id: goat.id,
    quantity,
    choice_ids: [choice],
  });
  const tooMany = await place([line(large, 2), line(tiny, 2)], 40);
  expect(tooMany.status).toBe(409);
  expect(JSON.parse(tooMany.error?.details ?? "").items).toMatchObject([
    { choice_ids: [large], quantity_left: 3 },
    { choice_ids: [tiny], quantity_left: 1 },
  ]);
  const noted = [line(large, 1), { ...line(tiny, 1), note: "for soup" }, { ...line(large, 1), note: "to grill" }];
  const { data: order } = await place(noted, 30).throwOnError();
  expect(await readRows(ama, "order_items", "quantity, choice_ids, note", { order_id: order.id }, "id")).toEqual([
    { quantity: 2, choice_ids: [large], note: "to grill" },
    { quantity: 1, choice_ids: [tiny], note: "for soup" },
  ]);
});

test("a line without choices gets the defaults; one that lacks a choice is rejected", async () => {
  const skin = await saveGroup({
    name: "Skin of the goat",
    choices: [{ label: "on" }, { label: "burnt", price: 1, is_default: true }],
  });
  const head = await saveGroup({ name: "Head of the fish", choices: [{ label: "on" }, { label: "off" }] });
  const goat = await aMeat([skin]);
  const fish = await aMeat([head]);
  const { data: order } = await place([{ product_id: goat.id, quantity: 1 }], 11).throwOnError();
  const lines = await readRows(ama, "order_items", "product_name", { order_id: order.id });
  expect(lines).toEqual([{ product_name: `${goat.name} (Skin of the goat: burnt)` }]);
  const [on, off] = await choicesOf(head);
  const [burnt] = await choicesOf(skin);
  for (const choice_ids of [undefined, [], [on, off], [burnt], [on, burnt], [999_999]]) {
    const { status, error } = await place([{ product_id: fish.id, quantity: 1, choice_ids }], 10);
    expect([choice_ids, status]).toEqual([choice_ids, 409]);
    expect(JSON.parse(error?.details ?? "").items).toMatchObject([{ needs_choice: true }]);
  }
  await place([{ product_id: fish.id, quantity: 1, choice_ids: [off, off] }], 10).throwOnError();
  const { data: last } = await place(
    [{ product_id: fish.id, quantity: 1, choice_ids: [off, null] }],
    10,
  ).throwOnError();
  expect(await readRows(ama, "order_items", "choice_ids", { order_id: last.id })).toEqual([{ choice_ids: [off] }]);
});

test("a plain insert into an order is checked and priced like place_order", async () => {
  const cut = await saveGroup({ name: "Steaks", choices: [{ label: "thin", price: 2 }] });
  const goat = await aMeat([cut]);
  const [thin] = await choicesOf(cut);
  const { data: order } = await place([{ product_id: (await aMeat([])).id, quantity: 1 }], 10).throwOnError();
  const insert = (line: object) =>
    addLine(ama, order.id, { product_id: goat.id, ...line }).select("product_name, unit_price");
  expect((await insert({ choice_ids: [] })).error?.message).toBe(`Choose how we prepare ${goat.name}.`);
  expect((await insert({ choice_ids: [thin], choices: [] })).status).toBe(403);
  const { data } = await insert({ choice_ids: [thin] }).throwOnError();
  expect(data).toEqual([{ product_name: `${goat.name} (Steaks: thin)`, unit_price: 12 }]);
});

test("changes of groups are in the audit log, unless nothing changed", async () => {
  const bones = await saveGroup({ name: "Bones", choices: [{ label: "in" }, { label: "out", price: 2 }] });
  const [bonesIn, bonesOut] = await choicesOf(bones);
  const same = [
    { id: bonesIn, label: "in" },
    { id: bonesOut, label: "out", price: 2 },
  ];
  await saveGroup({ id: bones, name: "Bones", choices: same });
  const goat = await aMeat([bones]);
  await call(manager, "set_product_choice_groups", { product_id: goat.id, group_ids: [bones] });
  const missing = { product_id: goat.id, group_ids: null };
  expect((await manager.client.rpc("set_product_choice_groups", missing)).error?.code).toBe("22023");
  await call(manager, "delete_choice_group", { group_id: bones });
  const { data } = await shop.data.service
    .from("audit_log")
    .select("kind, subject, actor, before, after")
    .in("subject", ["Choices: Bones", `Choices of ${goat.name}`])
    .order("id")
    .throwOnError();
  const image = { name: "Bones", several: false, required: true, choices: "in, out +2.00" };
  const entry = { kind: "settings", actor: "Mina Manager" };
  expect(data).toEqual([
    { ...entry, subject: "Choices: Bones", before: null, after: image },
    { ...entry, subject: `Choices of ${goat.name}`, before: { groups: "none" }, after: { groups: "Bones" } },
    { ...entry, subject: "Choices: Bones", before: image, after: null },
  ]);
});

interface Group {
  id?: number;
  name: string;
  isMultiple?: boolean;
  isRequired?: boolean;
  choices: { id?: number | undefined; label: string; price?: number; is_default?: boolean }[];
}

function request({ id, name, isMultiple = false, isRequired = true, choices }: Group) {
  return manager.client.rpc("save_choice_group", {
    group_id: id ?? null,
    name,
    is_multiple: isMultiple,
    is_required: isRequired,
    choices,
  });
}

const saveGroup = async (group: Group): Promise<number> => (await request(group).throwOnError()).data as number;

async function choicesOf(group: number): Promise<number[]> {
  return (await readRows(manager, "choices", "id", { group_id: group }, "position")).map(({ id }) => id as number);
}

async function aMeat(group_ids: number[]) {
  const product = await aProduct(shop, {
    table: "meat_sea_food",
    name: `Goat Leg ${randomUUID().slice(0, 6)}`,
    price: 10,
  });
  await call(manager, "set_product_choice_groups", { product_id: product.id, group_ids });
  return product;
}

const place = (items: object[], expected_total: number) => requestOrder(ama.client, items, expected_total);
