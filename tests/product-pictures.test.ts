import { expect, test } from "vitest";
import { getCategory } from "#app/features/catalog/categories.ts";
import { findProduct } from "#app/features/catalog/product-queries.ts";
import { type PictureToSave, picturesInForm, picturesToSave } from "#app/features/images/picture-list.ts";
import { listPictures, removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { addProduct } from "#app/features/products/add-product.ts";
import { changeProduct } from "#app/features/products/change-product.ts";
import { NO_ITEM } from "#app/features/products/item-values.ts";
import { readProductDraft } from "#app/features/products/product-draft.ts";
import { removeProduct } from "#app/features/products/product-tools.tsx";
import { aPictureFile } from "./a-picture.ts";
import { formOf } from "./form-of.ts";
import { browserOf, call, insertRow, readRow, update } from "./requests.ts";
import { aProduct, openTestShop, type Person, readContentVersion } from "./running-shop.ts";

const shop = await openTestShop();
const manager = await shop.signUpStaff("Mina Manager", "manager");

const NO_PARTS = { stockCount: null, sizes: [], item: NO_ITEM };
const renamed = () => ({ shown: aDraft(), typed: aDraft("Shito, hot") });
const addressOf = (name: string) => `/storage/v1/object/public/wears_styles/${name}`;
const elsewhere = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ address: `https://elsewhere.test/${place}.webp`, alt: "" }));
const set = (product: { id: number }, pictures: unknown, { client }: Person = manager) =>
  client.rpc("set_product_pictures", { product_id: product.id, pictures });
const shownTo = async (client: Person["client"], { id }: { id: number }) =>
  (await findProduct(client as never, getCategory("condiments"), id))?.pictures;

async function store(name: string): Promise<void> {
  const picture = await aPictureFile("any.png");
  expect((await manager.client.storage.from("wears_styles").upload(name, picture)).error).toBeNull();
}

test("images are saved together, in order; the first two are the product's own columns", async () => {
  const oil = await aProduct(shop);
  const pictures = elsewhere(4).map((picture, place) => ({ ...picture, alt: ` Side ${place} ` }));
  await set(oil, pictures).throwOnError();
  const ordered = elsewhere(4).map((picture, place) => ({ ...picture, alt: `Side ${place}` }));
  expect(await shownTo(shop.guest, oil)).toEqual(ordered);
  const row = await readRow(shop.guest, "condiments", "img1, img1_alt, img2, img2_alt", { id: oil.id });
  expect(Object.values(row)).toEqual([ordered[0]?.address, "Side 0", ordered[1]?.address, "Side 1"]);

  await set(oil, pictures.toReversed()).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual(ordered.toReversed());
  await set(oil, []).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual([]);
});

test("a plain insert into a category view has no additional images", async () => {
  const added = await insertRow(manager, "condiments", { name: "Shito", price: 9, img1: "/1.webp", img2: null }, "id");
  expect(await shownTo(shop.guest, added)).toEqual([{ address: "/1.webp", alt: "" }]);
});

test("a ninth image is rejected, whoever adds it, and nothing changes", async () => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(8)).throwOnError();
  expect((await set(oil, elsewhere(9))).error?.message).toBe("A product can have 8 images at most.");
  const ninth = { product_id: oil.id, address: "/9.webp" };
  const further = manager.client.from("product_pictures");
  expect((await further.insert({ ...ninth, position: 9 })).error?.code).toBe("23514");
  expect((await further.insert({ ...ninth, position: 8 })).error?.code).toBe("23505");
  expect((await shop.data.service.from("product_pictures").insert({ ...ninth, position: 2 })).error?.code).toBe(
    "23514",
  );
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(8));
});

test.each([
  ["an object instead of a list", { address: "/1.webp" }],
  ["an additional image without an address", [...elsewhere(2), { alt: "Nothing" }]],
  ["an additional image with an empty address", [...elsewhere(2), { address: " ", alt: "" }]],
  ["an alternative text of 251 characters", [{ address: "/1.webp", alt: "x".repeat(251) }]],
  [
    "an additional image's alternative text of 251 characters",
    [...elsewhere(2), { address: "/3.webp", alt: "x".repeat(251) }],
  ],
])("%s is rejected, and the images stay", async (_, given) => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(3)).throwOnError();
  expect((await set(oil, given)).error?.code).toMatch(/^(22023|23502|23514)$/);
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(3));
});

test("images are set only of existing products", async () => {
  expect((await set({ id: 0 }, [])).status).toBe(404);
});

test("shoppers see images only of products for sale", async () => {
  const oil = await aProduct(shop);
  await set(oil, elsewhere(3)).throwOnError();
  const rows = async (client: Person["client"]) =>
    (await client.from("product_pictures").select("position").eq("product_id", oil.id)).data;
  expect(await rows(shop.guest)).toEqual([{ position: 3 }]);
  await update(manager, "products", { id: oil.id }, { archived_at: "now" });
  expect(await rows(shop.guest)).toEqual([]);
  expect(await rows(manager.client)).toEqual([{ position: 3 }]);
});

test("an additional image is shown after its upload; until then the product is without it", async () => {
  const oil = await aProduct(shop);
  const whole = manager.client.storage.from("wears_styles").getPublicUrl("its label.png").data.publicUrl;
  await set(oil, [...elsewhere(2), { address: whole, alt: "Its label" }]).throwOnError();
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(2));
  await store("its label.png");
  // A path without an origin, like img1 and img2.
  const label = { address: addressOf("its%20label.png"), alt: "Its label" };
  expect(await shownTo(shop.guest, oil)).toEqual([...elsewhere(2), label]);
  await manager.client.storage.from("wears_styles").remove(["its label.png"]);
  expect(await shownTo(shop.guest, oil)).toEqual(elsewhere(2));
});

test("cached pages change with each changed image, also when the product is deleted", async () => {
  const oil = await aProduct(shop);
  const version = () => readContentVersion(shop);
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

test("a copy of a product has its images and their alternative texts", async () => {
  const oil = await aProduct(shop);
  const pictures = elsewhere(3).map((picture, place) => ({ ...picture, alt: `Side ${place}` }));
  await set(oil, pictures).throwOnError();
  const id = await call(manager, "duplicate_product", { product_id: oil.id });
  await update(manager, "products", { id }, { archived_at: null });
  expect(await shownTo(shop.guest, { id: id as number })).toEqual(pictures);
});

// The forms in the browser

const CONDIMENTS = getCategory("condiments");
const browserData = () => browserOf(manager);
const silent = () => undefined;

async function chosen(...names: string[]): Promise<PictureToSave[]> {
  return Promise.all(
    names.map(async (name) => ({
      change: { kind: "replace" as const, file: await aPictureFile(`${name}.webp`) },
      savedAddress: null,
      alt: `The ${name}`,
    })),
  );
}

const aDraft = (name = "Shito") => readProductDraft(formOf({ name, price: "9" }));

async function aProductWith(...names: string[]) {
  const added = await addProduct(browserData(), CONDIMENTS, aDraft(), await chosen(...names), silent);
  if (added.kind !== "added") throw new Error(added.message);
  expect(added.problems).toEqual([]);
  const product = await findProduct(shop.guest as never, CONDIMENTS, added.id);
  if (!product) throw new Error("Shoppers do not see it.");
  return product;
}

const ordered = (pictures: readonly { address: string; alt: string }[] | undefined) =>
  pictures?.map(({ address, alt }) => [address.replace(/^.*[0-9a-f]{16}-/, ""), alt]);
const isThere = async (address: string) => (await shop.app.request(address)).status === 200;

test("a new product has all images of its form, in order and with alternative texts", async () => {
  const progress: string[] = [];
  const added = await addProduct(browserData(), CONDIMENTS, aDraft(), await chosen("front", "back", "label"), (words) =>
    progress.push(words),
  );
  if (added.kind !== "added") throw new Error(added.message);
  expect(progress).toEqual(["Uploading image 1 of 3…", "Uploading image 2 of 3…", "Uploading image 3 of 3…"]);
  expect(ordered(await shownTo(shop.guest, added))).toEqual([
    ["front.webp", "The front"],
    ["back.webp", "The back"],
    ["label.webp", "The label"],
  ]);
});

test("a changed form reorders images, adds one, and returns those that can be deleted", async () => {
  const before = await aProductWith("front", "back", "label");
  const [front, back, label] = picturesToSave(picturesInForm(before.pictures)) as [
    PictureToSave,
    PictureToSave,
    PictureToSave,
  ];
  const after = [label, ...(await chosen("lid")), { ...front, alt: "Its front" }];
  const changed = await changeProduct(
    browserData(),
    CONDIMENTS,
    { product: before, ...NO_PARTS },
    renamed(),
    after,
    silent,
  );
  if (changed.kind !== "changed") throw new Error(changed.message);
  const inOrder = [
    ["label.webp", "The label"],
    ["lid.webp", "The lid"],
    ["front.webp", "Its front"],
  ];
  expect(changed.problems).toEqual([]);
  expect(changed.product.name).toBe("Shito, hot");
  expect(ordered(changed.product.pictures)).toEqual(inOrder);
  expect(ordered(await shownTo(shop.guest, before))).toEqual(inOrder);
  expect(ordered(await listPictures(browserData(), before.id))).toEqual(inOrder);
  expect(changed.replaced).toEqual([back.savedAddress]);
});

test("uploads for a product deleted meanwhile are removed", async () => {
  const before = await aProductWith("front");
  await manager.client.from("products").delete().eq("id", before.id).throwOnError();
  const count = async () =>
    (await shop.database.admin<{ count: number }[]>`select count(*)::int from storage.objects`)[0]?.count;
  const files = await count();
  const after = [...picturesToSave(picturesInForm(before.pictures)), ...(await chosen("back", "label"))];
  const changed = changeProduct(browserData(), CONDIMENTS, { product: before, ...NO_PARTS }, renamed(), after, silent);
  await expect(changed).rejects.toThrow("This product no longer exists. Reload the page.");
  expect(await count()).toBe(files);
});

test("a deleted product's images are deleted, except one that a copy still shows", async () => {
  const product = await aProductWith("front", "back", "label");
  const copyId = await call(manager, "duplicate_product", { product_id: product.id });
  const addresses = product.pictures.map(({ address }) => address);
  await set({ id: copyId as number }, [...elsewhere(2), { address: addresses[2], alt: "" }]).throwOnError();
  const removed = await removeProduct(browserData(), CONDIMENTS, product.id);
  if (removed.kind !== "removed") throw new Error("It was not removed.");
  expect(removed.pictures).toEqual(addresses);
  await removeUnusedPictures(browserData(), removed.pictures);
  expect(await Promise.all(addresses.map(isThere))).toEqual([false, false, true]);
});
