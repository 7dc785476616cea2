import { expect, test } from "vitest";
import { call, insertRow, readRows, update } from "./requests.ts";
import { aProduct, openTestShop, readContentVersion } from "./running-shop.ts";

/** Actors: Kofi is another user, Paul a packer, Mina a manager, Ola the owner. */
const shop = await openTestShop();
const [kofi, paul, mina, owner] = await shop.signUpAll("customer", "packer", "manager", "owner");

/** @param publishAt null for a draft */
async function anArticle(publishAt: Date | null, name = "Yam Porridge"): Promise<number> {
  return (await insertRow(mina, "blog_post", { name, publish_at: publishAt?.toISOString() ?? null }, "id")).id;
}

const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);

async function whoReads(id: number): Promise<string[]> {
  const clients = { guest: shop.guest, anotherUser: kofi.client, packer: paul.client, manager: mina.client };
  const readers: string[] = [];
  for (const [name, client] of Object.entries({ ...clients, owner: owner.client })) {
    const data = await readRows(client, "blog_post", "id", { id });
    if (data.length === 1) readers.push(name);
  }
  return readers;
}

const EVERYBODY = ["guest", "anotherUser", "packer", "manager", "owner"];

const contentVersion = () => readContentVersion(shop);

test("drafts and scheduled articles are read only by managers and the owner", async () => {
  expect(await whoReads(await anArticle(null))).toEqual(["manager", "owner"]);
  expect(await whoReads(await anArticle(hours(1)))).toEqual(["manager", "owner"]);
  expect(await whoReads(await anArticle(hours(-1)))).toEqual(EVERYBODY);
});

test("an article without a publication time is public at once", async () => {
  const data = await insertRow(owner, "blog_post", { name: "Jollof" }, "id");
  expect(await whoReads(data.id)).toEqual(EVERYBODY);
});

test("only managers and the owner publish or unpublish an article", async () => {
  const id = await anArticle(null);
  for (const { client } of [kofi, paul]) {
    const { data } = await client
      .from("blog_post")
      .update({ publish_at: hours(-1).toISOString() })
      .eq("id", id)
      .select("id");
    expect(data).toEqual([]);
  }
  expect(await whoReads(id)).toEqual(["manager", "owner"]);
  // The database's own "now", as the form sends it.
  await update(mina, "blog_post", { id }, { publish_at: "now" });
  expect(await whoReads(id)).toEqual(EVERYBODY);
  await update(mina, "blog_post", { id }, { publish_at: null });
  expect(await whoReads(id)).toEqual(["manager", "owner"]);
});

test("searches, recipes, and product pages show no draft", async () => {
  const [yam, fish] = await Promise.all([
    aProduct(shop, { name: "Puna Yam", table: "authentic_african_wear" }),
    aProduct(shop, { name: "Stockfish", table: "condiments" }),
  ]);
  const id = await anArticle(null, "Zanzibar Pepperpot");
  const products = [yam, fish].map((product) => ({ product_id: product.id, packs: 1 }));
  await call(mina, "set_recipe", { article_id: id, products, servings: 2 });
  const readCounts = async () => {
    const found = await shop.guest.rpc("search_articles", { query: "pepperpot" }).throwOnError();
    const lines = await shop.guest.from("article_products").select("product_id").eq("article_id", id).throwOnError();
    const near = await shop.guest.rpc("list_related_products", { product_id: yam.id }).throwOnError();
    const neighbors = (near.data as { id: number }[]).map((product) => product.id);
    return [found.data.length, lines.data.length, neighbors.includes(fish.id)];
  };
  expect(await readCounts()).toEqual([0, 0, false]);
  await update(mina, "blog_post", { id }, { publish_at: hours(-1).toISOString() });
  expect(await readCounts()).toEqual([1, 2, true]);
});

test.for([
  {
    what: "a scheduled article is due",
    schedule: () => anArticle(hours(1)),
    pass: () => shop.withoutTriggers`update blog_post set publish_at = publish_at - interval '2 hours'`,
  },
  {
    what: "an announcement ends",
    schedule: () =>
      update(mina, "store_settings", { id: true }, { banner_text: "Free plantain", banner_until: hours(1) }),
    pass: () => shop.withoutTriggers`update store_settings set banner_until = banner_until - interval '2 hours'`,
  },
])("when $what, cached pages are rendered again once", async ({ schedule, pass }) => {
  await schedule();
  await shop.worker.runOnce();
  const before = await contentVersion();
  expect((await shop.worker.runOnce()).published).toBe(0);
  expect(await contentVersion()).toBe(before);
  await pass();
  await shop.withoutTriggers`update private.last_published set published_until = published_until - interval '2 hours'`;
  expect((await shop.worker.runOnce()).published).toBeGreaterThan(0);
  expect(await contentVersion()).toBe(before + 1);
  expect((await shop.worker.runOnce()).published).toBe(0);
  expect(await contentVersion()).toBe(before + 1);
});
