import { expect, test } from "vitest";
import { call, insert, insertRow, readRows } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop, readContentVersion } from "./running-shop.ts";

/** Recipes of articles. Actors: a guest, another user (Kofi), and an admin. */
const shop = await openTestShop();
const [kofi, admin] = await Promise.all([shop.signUp("Kofi Stranger"), shop.signUpAdmin("Ola Owner")]);
const yam = await aProduct(shop, { name: "Puna Yam" });
const fish = await aProductInSizes(shop, { name: "Stockfish" }, [{ label: "8 oz" }, { label: "2 lb" }]);

const anArticle = async (): Promise<number> => (await insertRow(admin, "blog_post", { name: "Yam Porridge" }, "id")).id;

async function linesOf(articleId: number, client = shop.guest) {
  const columns = "product_id, size_id, amount, unit, packs";
  return readRows(client, "article_products", columns, { article_id: articleId }, "position");
}

test("an admin saves a whole recipe in order, and everyone reads it", async () => {
  const articleId = await anArticle();
  const lines = [
    { product_id: fish.id, size_id: fish.inSize("2 lb").size_id, amount: 1, unit: "lb", packs: null },
    { product_id: yam.id, size_id: null, amount: 2, unit: "lb", packs: 1 },
  ];
  const save = (products: object[], servings: number | null) =>
    admin.client.rpc("set_recipe", { article_id: articleId, products, servings }).throwOnError();
  await save(lines, 4);
  for (const client of [shop.guest, kofi.client, admin.client]) expect(await linesOf(articleId, client)).toEqual(lines);
  const { data } = await shop.guest.from("blog_post").select("servings").eq("id", articleId).single();
  expect(data).toEqual({ servings: 4 });

  await save([{ product_id: yam.id, packs: 2 }], null);
  expect(await linesOf(articleId)).toEqual([{ product_id: yam.id, size_id: null, amount: null, unit: null, packs: 2 }]);
});

test("an invalid recipe is rejected as a whole and stays unchanged", async () => {
  const articleId = await anArticle();
  const before = [{ product_id: yam.id, size_id: null, amount: null, unit: null, packs: 1 }];
  const save = (products: object[], servings = 4) =>
    admin.client.rpc("set_recipe", { article_id: articleId, products, servings });
  await save(before).throwOnError();
  for (const [wrong, code] of [
    [[{ product_id: yam.id, size_id: fish.inSize("8 oz").size_id, packs: 1 }], "23503"],
    [[{ product_id: yam.id }], "23514"],
    [[{ product_id: yam.id, amount: 2 }], "23514"],
    [[{ product_id: yam.id, amount: 2, unit: "cup" }], "23514"],
    [[{ product_id: yam.id, packs: 0 }], "23514"],
    [[{ product_id: yam.id, packs: "NaN" }], "23514"],
    [[{ product_id: 999_999, packs: 1 }], "23503"],
    [[...before, ...before], "23505"],
    [Array.from({ length: 51 }, () => before[0] ?? {}), "22023"],
  ] as const) {
    expect([wrong.length, (await save([...wrong])).error?.code]).toEqual([wrong.length, code]);
  }
  expect((await save(before, 0)).error?.code).toBe("23514");
  expect((await admin.client.rpc("set_recipe", { article_id: 999_999, products: before })).error?.code).toBe("PT404");
  expect(await linesOf(articleId)).toEqual(before);
});

test("a deleted size leaves the choice to the shopper; a deleted product or article removes its lines", async () => {
  const articleId = await anArticle();
  const cloth = await aProductInSizes(shop, { name: "Gele" }, [{ label: "S" }, { label: "M" }]);
  await call(admin, "set_recipe", {
    article_id: articleId,
    products: [
      { product_id: cloth.id, size_id: cloth.inSize("S").size_id, packs: 1 },
      { product_id: yam.id, packs: 1 },
    ],
  });
  await admin.client.from("product_sizes").delete().eq("id", cloth.inSize("S").size_id).throwOnError();
  expect(await linesOf(articleId)).toMatchObject([{ size_id: null }, { product_id: yam.id }]);
  await admin.client.from("products").delete().eq("id", cloth.id).throwOnError();
  expect(await linesOf(articleId)).toMatchObject([{ product_id: yam.id }]);
  await admin.client.from("blog_post").delete().eq("id", articleId).throwOnError();
  expect(await linesOf(articleId)).toEqual([]);
});

test("a changed recipe changes its cached pages", async () => {
  const articleId = await anArticle();
  const version = () => readContentVersion(shop);
  const before = await version();
  await insert(admin, "article_products", { article_id: articleId, product_id: yam.id, packs: 1 });
  expect(await version()).toBeGreaterThan(before);
});
