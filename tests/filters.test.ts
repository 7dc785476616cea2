import { expect, test } from "vitest";
import { ALLERGENS } from "#app/features/catalog/product.ts";
import { update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

interface Counts {
  all: number;
  available: number;
  offer: number | null;
  storage: Record<string, number>;
  free: Record<string, number>;
  sizes: Record<string, number>;
}

const CONDIMENTS: { name: string; price: number; discount_price?: number; row: object }[] = [
  { name: "Éru Leaves", price: 6, row: { amount: 2, unit: "lb", storage: "frozen", ingredients: "Eru leaves" } },
  { name: "zomi Palm Oil", price: 12, row: { amount: 32, unit: "fl oz", storage: "shelf" } },
  {
    name: "Groundnut Paste",
    price: 8,
    discount_price: 4,
    row: { amount: 8, unit: "oz", storage: "shelf", ingredients: "Peanuts", contains: ["peanut"] },
  },
  {
    name: "Dawadawa",
    price: 5,
    row: { amount: 10, unit: "ct", ingredients: "Locust beans", may_contain: ["soy", "sesame"] },
  },
  { name: "Egusi", price: 11, row: { amount: 16, unit: "oz", storage: "shelf", availability: "sold_out" } },
  { name: "Suya Pepper", price: 7, row: { ingredients: "Ginger, ground peanuts, cloves" } },
];

const shop = await openTestShop();
const [kofi, admin] = await Promise.all([shop.signUp("Kofi Stranger"), shop.signUpAdmin("Ola Owner")]);
for (const { row, ...product } of CONDIMENTS) {
  const { id } = await aProduct(shop, product);
  await change(id, row);
}
await aProductInSizes(shop, { name: "Madras Dress", price: 50 }, [
  { label: "S" },
  { label: "M", price: 40 },
  { label: "L", stock_count: 0 },
]);
await aProductInSizes(shop, { name: "Kaftan", price: 45, discount_price: 42 }, [
  { label: "M" },
  { label: "XL", stock_count: 2 },
]);
await aProduct(shop, { table: "authentic_african_wear", name: "Gele", price: 20 });

async function change(id: number, row: object): Promise<void> {
  await update(shop, "products", { id }, row);
}

async function filter(args: object, client = shop.guest) {
  const { data } = await client
    .rpc("filter_products", { category: "condiments", max_count: 50, ...args })
    .single<{ total_count: number; product_ids: number[]; counts: Counts }>()
    .throwOnError();
  const { data: rows } = await shop.data.service
    .from("products")
    .select("id, name")
    .in("id", data.product_ids)
    .throwOnError();
  const names = new Map((rows as { id: number; name: string }[]).map(({ id, name }) => [id, name]));
  return { names: data.product_ids.map((id) => names.get(id)), total: data.total_count, counts: data.counts };
}

const ALL = CONDIMENTS.map(({ name }) => name);

test("without a sort order products have the store's order", async () => {
  const { names, total, counts } = await filter({});
  expect([names, total, counts.all]).toEqual([ALL, 6, 6]);
  expect((await filter({ sort: "made up; drop table" })).names).toEqual(ALL);
});

test("products are sorted by price, by name in any script, and by age", async () => {
  expect((await filter({ sort: "price" })).names).toEqual(
    "Groundnut Paste | Dawadawa | Éru Leaves | Suya Pepper | Egusi | zomi Palm Oil".split(" | "),
  );
  expect((await filter({ sort: "name" })).names).toEqual(
    "Dawadawa | Egusi | Éru Leaves | Groundnut Paste | Suya Pepper | zomi Palm Oil".split(" | "),
  );
  expect((await filter({ sort: "newest" })).names).toEqual(ALL.toReversed());
});

test("unit prices are sorted by weights, then volumes, then pieces, and then products without one", async () => {
  expect((await filter({ sort: "unit-price" })).names).toEqual(
    "Éru Leaves | Groundnut Paste | Egusi | zomi Palm Oil | Dawadawa | Suya Pepper".split(" | "),
  );
});

test("a product with sizes is sorted by its lowest price, as on its card", async () => {
  expect((await filter({ category: "wears", sort: "price" })).names).toEqual(["Gele", "Madras Dress", "Kaftan"]);
});

test("a page has the requested number of rows, and the total counts all", async () => {
  const { names, total } = await filter({ sort: "price", max_count: 2, skip_count: 2 });
  expect([names, total]).toEqual([["Éru Leaves", "Suya Pepper"], 6]);
  expect(await filter({ max_count: 0 })).toMatchObject({ names: [], total: 6 });
  expect(await filter({ max_count: -1, skip_count: -5 })).toMatchObject({ names: [], total: 6 });
});

test("the in-stock and on-sale filters have counts", async () => {
  const plain = await filter({});
  const available = await filter({ is_available: true });
  expect(available.names).toEqual(ALL.filter((name) => name !== "Egusi"));
  expect(plain.counts.available).toBe(available.total);
  expect([(await filter({ is_on_offer: true })).names, plain.counts.offer]).toEqual([["Groundnut Paste"], 1]);
  expect((await filter({ category: "wears", is_on_offer: true })).names).toEqual(["Kaftan"]);
  expect((await filter({ category: "drinks" })).counts).toMatchObject({ all: 0, available: 0, offer: null });
});

test("storage counts ignore the other storage choices, and any chosen kind matches", async () => {
  const { names, counts } = await filter({ storage: ["frozen"], is_available: true });
  expect(names).toEqual(["Éru Leaves"]);
  expect(counts.storage).toEqual({ frozen: 1, shelf: 2 });
  expect(counts.available).toBe(1);
  expect((await filter({ storage: ["frozen", "shelf"] })).total).toBe(4);
  expect((await filter({ storage: ["chilled"] })).total).toBe(0);
});

test("allergen-free products have a description and neither contain, may contain, nor name it", async () => {
  expect((await filter({ free_of: ["peanut"] })).names).toEqual(["Éru Leaves", "Dawadawa"]);
  expect((await filter({ free_of: ["soy"] })).names).toEqual(["Éru Leaves", "Groundnut Paste", "Suya Pepper"]);
  expect((await filter({ free_of: ["peanut", "sesame"] })).names).toEqual(["Éru Leaves"]);
  expect((await filter({})).counts.free).toMatchObject({ milk: 4, peanut: 2, soy: 3, sesame: 3 });
  expect((await filter({ free_of: ["peanut"] })).counts.free).toMatchObject({ milk: 2, peanut: 2, soy: 1 });
  expect((await filter({ free_of: ["made up"] })).total).toBe(0);
});

test("each of the nine allergens counts, also where only the ingredients name it", async () => {
  const words: Record<(typeof ALLERGENS)[number], string> = {
    milk: "Skimmed MILK powder",
    egg: "flour, eggs",
    fish: "Smoked catfish",
    crustacean_shellfish: "ground crayfish",
    tree_nut: "Cashew, salt",
    peanut: "roasted groundnuts",
    wheat: "whole wheat flour",
    soy: "soybean oil",
    sesame: "sesame seeds",
  };
  const { id } = await aProduct(shop, { table: "snack_confectionaries", name: "Mix" });
  for (const allergen of ALLERGENS) {
    const freeOf = async () => Object.keys((await filter({ category: "snacks" })).counts.free).sort();
    const others = ALLERGENS.filter((each) => each !== allergen).sort();
    await change(id, { ingredients: words[allergen], contains: [] });
    expect([allergen, await freeOf()]).toEqual([allergen, others]);
    await change(id, { ingredients: "Secret", contains: [], may_contain: [allergen] });
    expect([allergen, await freeOf()]).toEqual([allergen, others]);
    await change(id, { ingredients: "", contains: [allergen], may_contain: [] });
    expect([allergen, await freeOf()]).toEqual([allergen, others]);
  }
  await change(id, { ingredients: "", contains: [] });
  expect((await filter({ category: "snacks" })).counts.free).toEqual({});
});

test("a size filter finds products available in it; measured sizes are not clothing sizes", async () => {
  expect((await filter({ category: "wears" })).counts.sizes).toEqual({ S: 1, M: 2, XL: 1 });
  expect((await filter({ category: "wears", sizes: ["XL", "S"] })).names).toEqual(["Madras Dress", "Kaftan"]);
  expect((await filter({ category: "wears", sizes: ["L"] })).total).toBe(0);
  expect((await filter({ category: "wears", sizes: ["S"] })).counts.sizes).toEqual({ S: 1, M: 2, XL: 1 });
  const fish = await aProductInSizes(shop, { table: "meat_sea_food", name: "Stockfish", price: 20 }, [
    { label: "8 oz" },
  ]);
  await update(shop, "product_sizes", { product_id: fish.id }, { amount: 8, unit: "oz" });
  expect((await filter({ category: "meat" })).counts.sizes).toEqual({});
});

test("filters are combined, and each count shows the result of adding it", async () => {
  const chosen = { storage: ["shelf"], is_available: true };
  const { counts } = await filter(chosen);
  expect((await filter({ ...chosen, is_on_offer: true })).total).toBe(counts.offer);
  for (const allergen of ALLERGENS) {
    const { total } = await filter({ ...chosen, free_of: [allergen] });
    expect([allergen, total]).toEqual([allergen, counts.free[allergen] ?? 0]);
  }
});

test("search results are filtered the same way, best match first", async () => {
  const args = { category: null, query: "peanut" };
  const { data } = await shop.guest.rpc("search_products", { query: "peanut" }).select("name").throwOnError();
  const found = (data as { name: string }[]).map(({ name }) => name);
  expect(found.length).toBeGreaterThan(1);
  expect((await filter(args)).names).toEqual(found);
  expect((await filter({ ...args, sort: "price" })).names[0]).toBe("Groundnut Paste");
  expect((await filter({ ...args, is_on_offer: true })).names).toEqual(["Groundnut Paste"]);
  expect(await filter({ category: null, query: "xqyz" })).toMatchObject({ total: 0, counts: { all: 0 } });
});

test("guests, customers, and admins filter products for sale, and filter columns stay private", async () => {
  const malt = await aProduct(shop, { table: "drink_beverage", name: "Malt" });
  const everybody = [shop.guest, kofi.client, admin.client];
  const listings = () =>
    Promise.all(everybody.map(async (client) => (await filter({ category: "drinks" }, client)).names));
  expect(await listings()).toEqual([["Malt"], ["Malt"], ["Malt"]]);
  await change(malt.id, { img1: "/storage/v1/object/public/wears_styles/missing.webp" });
  expect(await listings()).toEqual([[], [], []]);
  await change(malt.id, { img1: "", archived_at: new Date().toISOString() });
  expect(await listings()).toEqual([[], [], []]);
  await change(malt.id, { archived_at: null });
  expect(await listings()).toEqual([["Malt"], ["Malt"], ["Malt"]]);
  await shop.data.service.from("products").delete().eq("id", malt.id).throwOnError();
  expect(await listings()).toEqual([[], [], []]);
  for (const client of everybody) {
    expect((await client.from("product_attributes").select()).error?.code).toBe("PGRST205");
    expect((await client.rpc("write_attributes", { product_ids: [malt.id] })).error?.code).toBe("PGRST202");
  }
});

test("a filter accepts at most a hundred choices of a kind", async () => {
  const choices = (count: number) => Array.from({ length: count }, (_, place) => `size ${place}`);
  const all = (count: number) => ({ sizes: choices(count), free_of: choices(count), storage: choices(count) });
  expect(await filter(all(100))).toMatchObject({ total: 0 });
  for (const kind of ["sizes", "free_of", "storage"]) {
    await expect(filter({ [kind]: choices(20_000) })).rejects.toThrow("100 choices of each kind at most.");
  }
});
