import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCategory } from "#app/features/catalogue/categories.ts";
import { findProduct } from "#app/features/catalogue/read-catalogue.ts";
import { aProduct, type Person, startTestShop, type TestShop } from "./running-shop.ts";

/** Up to eight pictures of a product: who writes them, who sees them, and when the kept pages renew. */
let shop: TestShop;
let manager: Person;

beforeAll(async () => {
  shop = await startTestShop();
  manager = await shop.signUpStaff("Mina Manager", "manager");
});
afterAll(() => shop.close());

const addressOf = (name: string) => `/storage/v1/object/public/wears_styles/${name}`;
const elsewhere = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ address: `https://elsewhere.test/${place}.webp`, alt: "" }));
const set = (product: { id: number }, pictures: unknown, { client }: Person = manager) =>
  client.rpc("set_product_pictures", { product_id: product.id, pictures });
const shownTo = async (client: Person["client"], { id }: { id: number }) =>
  (await findProduct(client as never, getCategory("condiments"), id))?.pictures;

async function store(name: string): Promise<void> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#14693f" } })
    .png()
    .toBuffer();
  const picture = new Blob([new Uint8Array(bytes)], { type: "image/png" });
  const { error } = await manager.client.storage.from("wears_styles").upload(name, picture);
  expect(error).toBeNull();
}

test("pictures are set at once, in their order; the first two are the product's own columns", async () => {
  const oil = await aProduct(shop);
  const pictures = elsewhere(4).map((picture, place) => ({ ...picture, alt: ` Side ${place} ` }));
  await set(oil, pictures).throwOnError();
  const told = elsewhere(4).map((picture, place) => ({ ...picture, alt: `Side ${place}` }));
  expect(await shownTo(shop.guest, oil)).toEqual(told);
  const { data: row } = await shop.guest
    .from("condiments")
    .select("img1, img1_alt, img2, img2_alt")
    .eq("id", oil.id)
    .single();
  expect(Object.values(row ?? {})).toEqual([told[0]?.address, "Side 0", told[1]?.address, "Side 1"]);

  await set(oil, pictures.toReversed()).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual(told.toReversed());
  await set(oil, []).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual([]);
});

test("a plain insert into a view of the specification says nothing of further pictures", async () => {
  const { data: added } = await manager.client
    .from("condiments")
    .insert({ name: "Shito", price: 9, img1: "/1.webp", img2: null })
    .select("id")
    .single()
    .throwOnError();
  expect(await shownTo(shop.guest, added)).toEqual([{ address: "/1.webp", alt: "" }]);
});

test("the ninth picture is refused, whoever adds it in whatever way, and nothing is changed", async () => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(8)).throwOnError();
  expect((await set(oil, elsewhere(9))).error?.message).toBe("A product has at most 8 pictures.");
  const ninth = { product_id: oil.id, address: "/9.webp" };
  const further = manager.client.from("product_pictures");
  expect((await further.insert({ ...ninth, position: 9 })).error?.code).toBe("23514");
  expect((await further.insert({ ...ninth, position: 8 })).error?.code).toBe("23505");
  expect(
    (await shop.data.service.from("product_pictures").insert({ ...ninth, position: 2 })).error?.code,
  ).toBe("23514");
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(8));
});

test.each([
  ["no list", { address: "/1.webp" }],
  ["a further picture without an address", [...elsewhere(2), { alt: "Nothing" }]],
  ["a further picture with an empty one", [...elsewhere(2), { address: " ", alt: "" }]],
  ["words that go on and on", [{ address: "/1.webp", alt: "x".repeat(251) }]],
  [
    "words of a further one that go on and on",
    [...elsewhere(2), { address: "/3.webp", alt: "x".repeat(251) }],
  ],
])("%s is refused, and the pictures stay", async (_, given) => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(3)).throwOnError();
  expect((await set(oil, given)).error).not.toBeNull();
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(3));
});

test("only managers and the owner set pictures; of a product that is not there nobody", async () => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(3)).throwOnError();
  const [ama, packer] = [await shop.signUp("Ama Mensah"), await shop.signUpStaff("Pat Packer", "packer")];
  for (const client of [shop.guest, ama.client, packer.client]) {
    const given = { product_id: oil.id, pictures: [] };
    expect((await client.rpc("set_product_pictures", given)).error?.code).toBe("42501");
    const further = () => client.from("product_pictures");
    expect((await further().insert({ product_id: oil.id, position: 4, address: "/4" })).error?.code).toBe(
      "42501",
    );
    // A guest has no right to change at all, a signed-in person finds no row.
    for (const { data } of [
      await further().update({ alt: "Mine" }).eq("product_id", oil.id).select(),
      await further().delete().eq("product_id", oil.id).select(),
    ]) {
      expect(data ?? []).toEqual([]);
    }
  }
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(3));
  expect((await set({ id: 0 }, [])).status).toBe(404);
  const mark = await manager.client
    .from("product_pictures")
    .update({ is_ready: true } as never)
    .eq("product_id", oil.id);
  expect(mark.error?.code).toBe("42501");
});

test("shoppers see pictures of what is for sale alone", async () => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(3)).throwOnError();
  const rows = async (client: Person["client"]) =>
    (await client.from("product_pictures").select("position").eq("product_id", oil.id)).data;
  expect(await rows(shop.guest)).toEqual([{ position: 3 }]);
  await manager.client.from("products").update({ archived_at: "now" }).eq("id", oil.id).throwOnError();
  expect(await rows(shop.guest)).toEqual([]);
  expect(await rows(manager.client)).toEqual([{ position: 3 }]);
});

test("a further picture is shown once it lies in the bucket; until then the product stands without it", async () => {
  const oil = await aProduct(shop);
  const whole = manager.client.storage.from("wears_styles").getPublicUrl("its label.png").data.publicUrl;
  await set(oil, [...elsewhere(2), { address: whole, alt: "Its label" }]).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(2));
  await store("its label.png");
  // Without an origin, as the product's own two.
  const label = { address: addressOf("its%20label.png"), alt: "Its label" };
  expect(await shownTo(shop.guest, oil)).toEqual([...elsewhere(2), label]);
  await manager.client.storage.from("wears_styles").remove(["its label.png"]);
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(2));
});

test("kept pages renew with each change of a picture, also when the product goes", async () => {
  const oil = await aProduct(shop);
  const version = async () =>
    (await shop.guest.from("content_version").select("version").single().throwOnError()).data.version;
  const further = () => manager.client.from("product_pictures");
  let last = await version();
  for (const change of [
    () => further().insert({ product_id: oil.id, position: 3, address: "/3.webp" }),
    () => further().update({ alt: "Its label" }).eq("product_id", oil.id),
    () => further().delete().eq("product_id", oil.id),
  ]) {
    await change().throwOnError();
    const now = await version();
    expect(now).toBeGreaterThan(last);
    last = now;
  }
  await set(oil, elsewhere(3)).throwOnError();
  await manager.client.from("condiments").delete().eq("id", oil.id).throwOnError();
  const left = await shop.data.service.from("product_pictures").select("position").eq("product_id", oil.id);
  expect(left.data).toEqual([]);
});

test("a copy of a product has its pictures and what they show", async () => {
  const oil = await aProduct(shop);
  const pictures = elsewhere(3).map((picture, place) => ({ ...picture, alt: `Side ${place}` }));
  await set(oil, pictures).throwOnError();
  const { data: id } = await manager.client.rpc("duplicate_product", { product_id: oil.id }).throwOnError();
  await manager.client.from("products").update({ archived_at: null }).eq("id", id).throwOnError();
  expect(await shownTo(shop.guest, { id: id as number })).toEqual(pictures);
});
