import { expect, test } from "vitest";
import type { CategoryView } from "#app/features/catalog/categories.ts";
import { aPaidOrder } from "./paying.ts";
import { call, insertRow, update } from "./requests.ts";
import { aProduct, openTestShop, type Person, readContentVersion } from "./running-shop.ts";

let now = new Date();

type Product = Awaited<ReturnType<typeof aProduct>>;

const shop = await openTestShop({ now: () => now });
const admin = await shop.signUpAdmin("Ola Owner");
const shoppers = await Promise.all(["Ama", "Kofi", "Efua", "Yaw"].map((name) => shop.signUp(`${name} Mensah`)));

const things = (table: CategoryView, ...names: string[]) =>
  names.reduce<Promise<Product[]>>(
    async (made, name) => [...(await made), await aProduct(shop, { table, name, price: 10 })],
    Promise.resolve([]),
  );

async function relatedProducts(product: { id: number }, client = shop.guest, max_count = 4): Promise<string[]> {
  const { data } = await client
    .rpc("list_related_products", { product_id: product.id, max_count })
    .select("name")
    .throwOnError();
  return (data as { name: string }[]).map(({ name }) => name);
}

async function buyTogether(person: Person | undefined, ...products: Product[]): Promise<string> {
  if (!person) throw new Error("The buyer is missing.");
  return (
    await aPaidOrder(
      shop,
      person,
      products.map((product) => [product, 1]),
    )
  ).id;
}

const countPairs = async (): Promise<number> => (await call(shop, "count_bought_together")) as number;

const contentVersion = () => readContentVersion(shop);

test("a pair of products counts after three customers bought it", async () => {
  const [tea, cup] = (await things("drink_beverage", "Tea", "Sugar Cane")) as [Product, Product];
  const [lamp] = (await things("more", "Lamp")) as [Product];
  for (const person of [shoppers[0], shoppers[0], shoppers[1], shoppers[1]]) await buyTogether(person, tea, lamp);
  expect(await countPairs()).toBe(0);
  expect(await relatedProducts(tea)).toEqual([cup.name]);

  const third = await buyTogether(shoppers[2], tea, lamp);
  const before = await contentVersion();
  expect(await countPairs()).toBe(2);
  expect(await contentVersion()).toBeGreaterThan(before);
  expect(await relatedProducts(tea)).toEqual([lamp.name, cup.name]);
  expect(await relatedProducts(lamp)).toEqual([tea.name]);

  // Counting again changes nothing and refreshes no page.
  const unchanged = await contentVersion();
  expect(await countPairs()).toBe(0);
  expect(await contentVersion()).toBe(unchanged);

  // Refunded lines do not count.
  await shoppers[2]?.client.rpc("cancel_order", { order_id: third }).throwOnError();
  expect(await countPairs()).toBe(2);
  expect(await relatedProducts(tea)).toEqual([cup.name]);
});

test("within a category, products of the same kind come first, then by similar price", async () => {
  const { data } = await shop.data.service
    .from("more")
    .insert([
      { name: "Puna Yam (Whole Tuber)", also_called: "igname, isu", price: 15, size: "1 ct" },
      { name: "Instant Noodles, Chicken", also_called: "ramen", price: 14, size: "1 ct" },
      { name: "Coconut Milk", also_called: "lait de coco", price: 3, size: "1 ct" },
      { name: "Water Yam", also_called: "", price: 16, size: "1 ct" },
      { name: "Yam, Half Box", also_called: "igname, isu", price: 60, size: "1 ct" },
      { name: "Wooden Bowl", also_called: "", price: 17, size: "1 ct" },
    ])
    .select("id")
    .order("id")
    .throwOnError();
  expect(await relatedProducts({ id: data[0]?.id ?? 0 })).toEqual([
    ...["Yam, Half Box", "Water Yam", "Instant Noodles, Chicken", "Wooden Bowl"],
  ]);
});

test("related products are recipe, co-purchase, then category; at most four, none twice", async () => {
  const [rice, oats, millet, fonio, maize] = await things(
    "grain_flour_cereal",
    ...["Rice", "Oats", "Millet", "Fonio", "Maize"],
  );
  const [stew, cubes] = await things("condiments", "Stew Base", "Cubes");
  if (!rice || !oats || !millet || !fonio || !maize || !stew || !cubes) throw new Error("No product was created.");
  expect(await relatedProducts(millet)).toEqual(["Fonio", "Maize", "Rice", "Oats"]);

  for (const person of shoppers.slice(0, 3)) await buyTogether(person, rice, cubes, oats);
  await countPairs();
  expect(await relatedProducts(rice)).toEqual(["Oats", "Cubes", "Millet", "Fonio"]);

  await call(admin, "set_recipe", {
    article_id: (await insertRow(admin, "blog_post", { name: "Rice and Stew" }, "id")).id,
    products: [stew, rice, cubes].map(({ id }) => ({ product_id: id, packs: 1 })),
  });
  expect(await relatedProducts(rice)).toEqual(["Stew Base", "Cubes", "Oats", "Millet"]);
  expect(await relatedProducts(rice, shop.guest, 2)).toEqual(["Stew Base", "Cubes"]);
  expect((await relatedProducts(rice, shop.guest, 1000)).length).toBeLessThanOrEqual(12);
  expect(await relatedProducts(rice, shop.guest, -1)).toEqual([]);
});

test("unavailable products are not listed as related", async () => {
  const [snack, gone, out, hidden, left] = await things(
    "snack_confectionaries",
    ...["Snack", "Gone", "Out", "Hidden", "Left"],
  );
  if (!snack || !gone || !out || !hidden || !left) throw new Error("No product was created.");
  for (const person of shoppers.slice(0, 3)) await buyTogether(person, snack, gone, out, hidden);
  await countPairs();
  expect((await relatedProducts(snack)).toSorted()).toEqual(["Gone", "Hidden", "Left", "Out"]);
  const { service } = shop.data;
  await update(service, "products", { id: gone.id }, { archived_at: new Date().toISOString() });
  await update(service, "products", { id: out.id }, { availability: "sold_out" });
  const noPicture = "/storage/v1/object/public/wears_styles/not-there.webp";
  await update(service, "products", { id: hidden.id }, { img1: noPicture });
  expect(await relatedProducts(snack)).toEqual(["Left"]);
  expect(await relatedProducts({ id: 999_999 })).toEqual([]);
});

test("very large orders do not count for related products", async () => {
  const many = await things("meat_sea_food", ...Array.from({ length: 41 }, (_, place) => `Cut ${place}`));
  const [others] = await things("more", "Basket");
  if (!others) throw new Error("No product was created.");
  for (const person of shoppers.slice(0, 3)) await buyTogether(person, others, ...many.slice(1));
  await countPairs();
  expect(await relatedProducts(others)).not.toContain("Cut 1");
  for (const person of shoppers.slice(0, 3)) await buyTogether(person, others, ...many.slice(2));
  await countPairs();
  expect(await relatedProducts(others)).toContain("Cut 2");
});

test("related products are the same for everyone", async () => {
  const [yam] = await things("fruits_and_vegetables", "Yam", "Cassava");
  const [ama, kofi] = shoppers;
  if (!yam || !ama || !kofi) throw new Error("Products or customers are missing.");
  for (const client of [shop.guest, ama.client, kofi.client, admin.client]) {
    expect(await relatedProducts(yam, client)).toEqual(["Cassava"]);
  }
});

test("the worker counts pairs at start and then hourly", async () => {
  const [soap, sponge] = (await things("beauty_and_household", "Soap", "Sponge")) as [Product, Product];
  const [bowl] = (await things("more", "Bowl")) as [Product];
  await shop.worker.runOnce();
  for (const person of shoppers.slice(1)) await buyTogether(person, soap, bowl);
  now = new Date(now.getTime() + 59 * 60 * 1000);
  expect((await shop.worker.runOnce()).pairsCounted).toBe(0);
  expect(await relatedProducts(soap)).toEqual([sponge.name]);
  now = new Date(now.getTime() + 60 * 1000);
  expect((await shop.worker.runOnce()).pairsCounted).toBe(2);
  expect(await relatedProducts(soap)).toEqual([bowl.name, sponge.name]);
});
