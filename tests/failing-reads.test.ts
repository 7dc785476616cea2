import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { createShopData } from "#server/database/shop-data.ts";
import { createRenderer } from "#server/pages/pages.ts";
import { aProduct, openShopForTest, type TestShop } from "./running-shop.ts";

/** Renders the built pages while part of the data service fails: each section shows an error, with status 503. */
const BUILD = pathToFileURL(join(import.meta.dirname, "..", "build", "server", "index.js")).href;
const CONFIG = {
  supabaseUrl: "",
  anonKey: "",
  stripePublishableKey: "pk_test_sandbox",
  shopMode: "demo",
  publicOrigin: "http://shop.test",
  mapTileUrl: "",
} as PublicConfig;

afterEach(() => vi.restoreAllMocks());

async function renderWithout(
  path: string,
  isAway: (table: string) => boolean,
  fill: (shop: TestShop) => Promise<unknown> = async () => {},
): Promise<{ status: number; text: string; logged: string }> {
  const shop = await openShopForTest();
  await fill(shop);
  const { dataService, keys } = shop;
  const logged: string[] = [];
  vi.spyOn(console, "error").mockImplementation((...words) => void logged.push(words.map(String).join(" ")));
  const data = createShopData({
    url: "http://shop.test",
    ...keys,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const table = new URL(request.url).pathname.split("/").at(-1) ?? "";
      if (isAway(table))
        return Response.json({ code: "57P01", message: "away", details: null, hint: null }, { status: 500 });
      return dataService.fetch(request);
    },
  });
  const render = createRenderer({
    build: async () => (await import(BUILD)) as ServerBuild,
    data,
    config: CONFIG,
    mode: "production",
  });
  const response = await render(new Request(`http://shop.test${path}`));
  return { status: response.status, text: await response.text(), logged: logged.join("\n") };
}

test.for([
  ["/condiments", "condiments"],
  ["/condiments", "filter_products"],
  ["/condiments?offer=yes", "filter_products"],
  ["/condiments?offer=yes", "products"],
] as const)("the listing %s shows an error in place of the grid if %s fails", async ([path, away]) => {
  const { status, text } = await renderWithout(path, (name) => name === away);
  expect([status, text.includes("Failed to load products")]).toEqual([503, true]);
  expect(text).toMatch(/<a href="">Try again/);
});

test.for(["filter_products", "search_articles", "search_hints"])(
  "a search shows an error below the query if %s fails",
  async (called) => {
    const { status, text } = await renderWithout("/search?q=garri", (name) => name === called);
    expect([status, text.includes("Failed to load products"), text.includes("Search: garri")]).toEqual([
      503,
      true,
      true,
    ]);
  },
);

test("suggestions that cannot be read respond with 503", async () => {
  expect((await renderWithout("/search/suggestions?q=garri", (name) => name === "search_products")).status).toBe(503);
});

test("a failed read is logged and raised as 'Could not load wears data'", async () => {
  const { findProduct } = await import("#app/features/catalog/product-queries.ts");
  const { getCategory } = await import("#app/features/catalog/categories.ts");
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const reject: typeof fetch = async () =>
    Response.json({ code: "X", message: "away", details: null, hint: null }, { status: 500 });
  const data = createShopData({ url: "http://shop.test", anonKey: "a", serviceRoleKey: "b", fetch: reject });
  await expect(findProduct(data.public as never, getCategory("wears"), 1)).rejects.toThrow("Could not load wears data");
  expect(logged).toHaveBeenCalled();
});

test("on home a section that cannot be read shows an error, and the others stay", async () => {
  const { status, text } = await renderWithout("/home", (table) =>
    ["products", "authentic_african_wear", "blog_post"].includes(table),
  );
  expect(status).toBe(503);
  for (const words of [
    "Failed to load products",
    "Could not load all products data",
    "Failed to load blogs",
    "Visit Our Store",
  ]) {
    expect([words, text.includes(words)]).toEqual([words, true]);
  }
});

test("a product without readable related products is shown, and the page is not cached", async () => {
  const page = await renderWithout("/products/condiments/1", (table) => table === "list_related_products", aProduct);
  expect([page.status, /<h1[^>]*>Red Palm Oil/.test(page.text), page.text.includes("Failed to load products")]).toEqual(
    [503, true, true],
  );
});

test("a product and an article that cannot be read show an error", async () => {
  const product = await renderWithout("/products/condiments/1", (table) => table === "condiments");
  expect([product.status, product.text.includes("Failed to load product details")]).toEqual([503, true]);
  const article = await renderWithout("/blogs/1", (table) => table === "blog_post");
  expect([article.status, article.text.includes("Failed to load blog details")]).toEqual([503, true]);
});
