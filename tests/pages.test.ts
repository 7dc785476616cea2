import { createHash } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { LOCALES, type Locale, localizedPath, STAFF_LOCALES, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { readTranslations } from "#server/base/translations.ts";
import demoArticles from "#supabase/seed/content/articles.json" with { type: "json" };
import demoProducts from "#supabase/seed/content/products.json" with { type: "json" };
import { openClient } from "./open-client.ts";
import { readRows, receiveDelivery, update } from "./requests.ts";

const DEMO_CATEGORIES = new Set<string>(demoProducts.map(({ category }) => category));

/** The demo store as `npm start` opens it, tested over HTTP without a browser. */
const shop = await openShopProcess(afterAll);
const { dataDir } = shop;

const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
const get = (path: string, init?: RequestInit) => fetch(`${shop.origin}${path}`, { redirect: "manual", ...init });

test("home, listing, product, and article have names and prices in their HTML", async () => {
  const answer = await get("/home");
  expect(answer.headers.get("server-timing")).toBeNull();
  expect(await answer.text()).toContain("Whole Mackerel (Frozen)");
  const listing = await (await get("/condiments")).text();
  expect(listing).toContain("Red Palm Oil");
  expect(listing).toContain("$12.99");
  const product = await get(/\/products\/condiments\/\d+/.exec(listing)?.[0] ?? "");
  expect(product.status).toBe(200);
  expect(await product.text()).toMatch(/<h1[^>]*>[^<]+<\/h1>[\s\S]*\$\d+\.\d\d/);
  expect(await (await get("/blogs/1")).text()).toMatch(/<h1[^>]*>[^<]{10,}<\/h1>/);
});

const SECTIONS = [
  "Shop Premium Products",
  "African Wears",
  "Meat and Sea Food",
  "Fruits and Vegetables",
  "Drinks and Beverages",
  "Condiments",
  "Beauty & Household",
  "Grain Flour & Cereal",
  "Snacks & Confectionaries",
  "Best Offers",
  "Why Choose Us",
  "Visit Our Store",
  "Testimonials",
  "From our blog",
];

test("each section of home is in its HTML, in order, without streaming", async () => {
  const home = await (await get("/home")).text();
  expect(home.match(/<div hidden="" id="S:|<template id="B:/g) ?? []).toEqual([]);
  const titles = [...mainOf(home).matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title = ""]) =>
    title.replace("&amp;", "&"),
  );
  expect(titles.filter((title) => SECTIONS.includes(title))).toEqual(SECTIONS);
});

test("every category lists its products eight to a page, under its own title", async () => {
  for (const { path, prefix, title } of categories) {
    const first = await (await get(path)).text();
    expect(/<h1[^>]*>([^<]+)</.exec(first)?.[1]?.replaceAll("&amp;", "&")).toBe(title());
    // Categories added later may have no demo products.
    if (!DEMO_CATEGORIES.has(prefix)) continue;
    const productsOf = (html: string) => new Set(html.match(/\/products\/\w+\/\d+/g));
    const shown = productsOf(mainOf(first));
    expect([path, shown.size]).toEqual([path, 8]);
    expect(first).toContain(`href="${path}?page=2"`);
    const second = productsOf(mainOf(await (await get(`${path}?page=2`)).text()));
    expect(second.size).toBeGreaterThan(0);
    expect([...second].filter((address) => shown.has(address))).toEqual([]);
  }
});

/** The built manifest as browsers load it, with the files of each route. */
interface BuiltRoutes {
  entry: { module: string; imports: string[] };
  routes: Record<string, { parentId?: string; module: string; imports?: string[] } | undefined>;
}

test.for([
  ["the home page", "routes/storefront/home-route"],
  ["a listing", "category-condiments"],
  ["a product", "routes/storefront/product-route"],
  ["the blog", "routes/blog/blog-route"],
  ["an article", "routes/blog/article-route"],
])("%s needs at most 130 kB of compressed scripts, in each language", async ([, route = ""]) => {
  for (const locale of LOCALES) {
    const size = await measureFirstLoad(locale, route);
    expect(size, locale).toBeGreaterThan(100_000);
    expect(size, locale).toBeLessThanOrEqual(130_000);
  }
});

/** Returns the total compressed size of the scripts that a first visit loads. */
async function measureFirstLoad(locale: Locale, route: string): Promise<number> {
  const page = await (await get(localizedPath(locale, "/home"))).text();
  const address = /\/assets\/manifest-\w+\.js/.exec(page)?.[0] ?? "";
  const text = await (await get(address)).text();
  const built: BuiltRoutes = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  const files = new Set([address, built.entry.module, ...built.entry.imports]);
  for (let part = built.routes[route]; part; part = built.routes[part.parentId ?? ""]) {
    for (const file of [part.module, ...(part.imports ?? [])]) files.add(file);
  }
  return [...files].reduce((sum, file) => sum + statSync(join("build/client", `${file}.br`)).size, 0);
}

test("a page in another language has its own address, links, and alternates", async () => {
  const html = await (await get("/es/condiments")).text();
  expect(html).toContain('<html lang="es"');
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/es\/condiments"/);
  const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)" href="[^"]*?(\/[\w/]+)"/g)];
  expect(alternates.map(([, language, path]) => [language, path])).toEqual([
    ["en", "/condiments"],
    ...TRANSLATED_LOCALES.map((locale) => [locale, `/${locale}/condiments`]),
    ["x-default", "/condiments"],
  ]);
  const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"[^>]*>/g)].filter(([link]) => !link.includes("hrefLang"));
  expect(links.length).toBeGreaterThan(20);
  expect(links.map(([, path = ""]) => path).filter((path) => !path.startsWith("/es"))).toEqual([]);
  expect(await (await get("/es/condiments.data")).text()).toContain("Aceite de palma rojo");
});

test("the pages of each language load scripts of that language, without those of the back office", async () => {
  const manifestOf = async (path: string) =>
    /\/assets\/manifest-\w+\.js/.exec(await (await get(path)).text())?.[0] ?? "";
  const [english, spanish, desk] = await Promise.all(["/home", "/es/home", "/desk"].map(manifestOf));
  expect(new Set([english, spanish, desk]).size).toBe(3);
  for (const address of [english, spanish]) {
    expect(await (await get(address ?? "")).text()).not.toContain("routes/desk");
  }
  expect(await (await get(desk ?? "")).text()).toContain("routes/desk/today-route");
});

/** Public pages and the shells of private pages. */
const WALK = [
  ...["", "/home", "/condiments", "/africanwearandfashion", "/meatandseafood", "/search", "/search?q=rice", "/cart"],
  ...["/blog", "/recipes", "/blogs/1", "/about", "/contact", "/privacy", "/delivery-and-returns", "/auth", "/account"],
  ...["/auth/forgot", "/products/condiments/1", "/nothing-here", "/error", "/order-link"],
];

test.for(TRANSLATED_LOCALES)("no English text is left on the pages in %s", { timeout: 60_000 }, async (locale) => {
  const english = new Set(
    [...readTranslations(locale)].flatMap(([key, text]) => (/^\w+ [^{<]*$/.test(key) && text !== key ? [key] : [])),
  );
  const englishOn = async (address: string) => {
    const html = (await (await get(address)).text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "");
    return [...html.matchAll(/>([^<]+)<|(?:aria-label|alt|title|placeholder)="([^"]+)"/g)]
      .map(([, text, attribute]) => (text ?? attribute ?? "").replaceAll("&#x27;", "'").replaceAll("&amp;", "&").trim())
      .filter((words) => english.has(words));
  };
  expect(await englishOn("/about")).toContain("Our team");
  for (const path of WALK) expect([path, ...(await englishOn(`/${locale}${path}`))]).toEqual([path]);
});

test("the back office is in English and Spanish; its addresses in other languages lead to English", async () => {
  const spanish = await (await get("/es/desk/today")).text();
  expect(spanish).toContain('<html lang="es"');
  expect(spanish).toContain("<h1>Hoy</h1>");
  for (const locale of TRANSLATED_LOCALES.filter((each) => !STAFF_LOCALES.includes(each))) {
    const response = await get(`/${locale}/desk/orders?status=paid`);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/desk/orders?status=paid"]);
  }
});

test.for(
  `/nothing-here /es/nothing-here /products/condiments/999999 /products/nothing/1 /blogs/999999
  /products/condiments/abc`.split(/\s+/),
)("%s answers 404", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("the not-found page has the header and its search, and only its text in the main area", async () => {
  const html = await (await get("/nothing-here")).text();
  expect(/<h1[^>]*>([^<]+)</.exec(html)?.[1]).toBe("Page not found");
  expect(mainOf(html).replaceAll(/<[^>]*>/g, "")).toBe("Page not found");
  expect(html).toMatch(/<form[^>]*role="search"[^>]*data-search-stays/);
});

test("the list of recipes has the articles with servings, and no others", async () => {
  const html = mainOf(await (await get("/recipes")).text());
  expect(
    [...html.matchAll(/<h2[^>]*><a[^>]*>([^<]+)</g)].map(([, name]) => name?.replaceAll("&#x27;", "'")).toSorted(),
  ).toEqual(demoArticles.flatMap(({ servings, name }) => (servings === null ? [] : [name])).toSorted());
});

test.for<[what: string, same: string, other: string]>([
  [
    "variants of a URL",
    "/condiments /CONDIMENTS/ /condiments?page=one&x=1 /condiments?page=1&_routes=x /%63ondiments",
    "/condiments?page=2",
  ],
  [
    "spellings of a search",
    "/search?q=palm+oil /search?q=%20PALM%20%20Oil /search?q=p%C3%A1lm+oil /search?q=palm+oil&page=1&x=2",
    "/search?q=rice",
  ],
  ["unknown URLs", "/x/123 /wp-login.php", "/cart"],
  ...["checkout", "success", "shippingInformation", "orders"].map((page): [string, string, string] => [
    `all orders under /${page}`,
    `/${page}/11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa /${page}/22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb`,
    "/cart",
  ]),
])("%s share one page, without any order's data", async ([, same, other]) => {
  const answers = await Promise.all(same.split(" ").map((path) => get(path)));
  expect(await answers[0]?.text()).not.toContain("11111111");
  const tags = answers.map(({ headers }) => headers.get("etag"));
  expect(new Set(tags).size).toBe(1);
  expect(tags).not.toContain((await get(other)).headers.get("etag"));
});

test("a filtered listing is in its HTML, shared by all requests, and excluded from search engines", async () => {
  const answer = await get("/condiments?sort=price&offer=yes");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toContain('rel="canonical"');
  expect(new Set(mainOf(html).match(/\/products\/\w+\/\d+/g)).size).toBe(
    demoProducts.filter(({ category, discount_price }) => category === "condiments" && discount_price !== null).length,
  );
  const same = await get("/condiments?free=&x=1&offer=yes&sort=price&storage=warm&size=");
  expect(same.headers.get("etag")).toBe(answer.headers.get("etag"));
  expect(await (await get("/condiments")).text()).toContain('rel="canonical"');
  expect((await get("/condiments?offer=yes&page=9")).status).toBe(404);
  const clothes = await (await get("/africanwearandfashion?available=yes&size=M")).text();
  for (const chip of ["In stock", "Size M"]) expect(mainOf(clothes)).toContain(`</span>${chip}<svg`);
});

test("pages have metadata for search engines and link previews", async () => {
  for (const path of ["/home", "/condiments", "/blogs/1", "/about", "/contact"]) {
    const html = await (await get(path)).text();
    expect(html).toMatch(/<title>[^<]*Calabash Market/);
    expect(/<meta name="description" content="([^"]+)"/.exec(html)?.[1]?.length).toBeGreaterThan(20);
    expect(html).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+\.webp"/);
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(new RegExp(`${path}$`));
  }
});

test("the page of an order's link is neither cached nor indexed, and sends no referrer", async () => {
  const response = await get("/order-link");
  expect([response.headers.get("x-robots-tag"), response.headers.get("cache-control")]).toEqual([
    "noindex",
    "no-store",
  ]);
  const html = await response.text();
  expect(html).toMatch(/<meta name="referrer" content="no-referrer"/);
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
});

test("search results are in the HTML, eight to a page, and excluded from search engines", async () => {
  const answer = await get("/search?q=gari");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(mainOf(html)).toMatch(/Garri[\s\S]*\$\d+\.\d\d[\s\S]*Add to Cart/);
  expect(html).toContain('<meta name="robots" content="noindex"');
  const rice = mainOf(await (await get("/search?q=rice")).text());
  expect(new Set(rice.match(/\/products\/\w+\/\d+/g)).size).toBe(8);
  expect(rice).toContain('href="/search?q=rice&amp;page=2"');
  const second = await get("/search?q=rice&page=2");
  expect([second.status, mainOf(await second.text()).includes("/products/")]).toEqual([200, true]);
  expect((await get("/search?q=rice&page=99")).status).toBe(404);
  expect(await (await get("/robots.txt")).text()).toContain("Disallow: /search");
});

test("the beginning of a word suggests products and articles with the least data", async () => {
  const answer = await get("/search/suggestions?q=JOLL");
  expect(answer.headers.get("content-type")).toContain("application/json");
  const { products, articles } = (await answer.json()) as { products: object[]; articles: object[] };
  expect(products[0]).toMatchObject({ name: "Jollof Rice Seasoning", priceCents: expect.any(Number) });
  expect([products.length <= 5, articles.length <= 2, articles.length > 0]).toEqual([true, true, true]);
  expect(await (await get("/search/suggestions?q=")).json()).toEqual({ products: [], articles: [] });
  expect((await get("/search/suggestions?q=joll")).headers.get("etag")).toBe(answer.headers.get("etag"));
});

test("a corrected query is shown, and a search without results offers links", async () => {
  const read = mainOf(await (await get("/search?q=plantian")).text());
  expect(read).toMatch(/Showing results for <strong>plantain<\/strong>/);
  const unknown = await get("/search?q=plaxqyz");
  const main = mainOf(await unknown.text());
  expect(unknown.status).toBe(200);
  expect(main).toContain("No products found for <strong>plaxqyz</strong>");
  expect(main).toContain('href="/search?q=plantain"');
  expect(main).toContain('href="tel:');
  for (const { path } of categories) expect(main).toContain(`href="${path}"`);
  expect(mainOf(await (await get("/search")).text())).toContain('href="/condiments"');
});

test("the root URL shows the home page with its canonical URL", async () => {
  const answer = await get("/");
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/<link rel="canonical" href="[^"]+\/home"/);
});

test("a cached page gets a 304 and contains nothing personal", async () => {
  const first = await get("/home");
  expect([
    (await get("/home", { headers: { "if-none-match": first.headers.get("etag") ?? "" } })).status,
    first.headers.get("cache-control"),
    first.headers.has("set-cookie"),
  ]).toEqual([304, "max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=30, stale-if-error=86400", false]);
});

test("every page forbids third-party scripts, frames, and content types", async () => {
  const { headers } = await get("/home");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("content-security-policy")).not.toMatch(/unsafe-(inline|eval)/);
  // Every script is allowed by its hash, and none has a nonce.
  const html = await (await get("/home")).text();
  expect(html).not.toMatch(/\snonce=/);
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)];
  expect(inline.length).toBeGreaterThan(2);
  for (const [, text = ""] of inline) {
    const hash = createHash("sha256").update(text).digest("base64");
    expect([text.slice(0, 60), headers.get("content-security-policy")?.includes(hash)]).toEqual([
      text.slice(0, 60),
      true,
    ]);
  }
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
});

test("a changed price appears on the page within moments", async () => {
  const server = openClient(shop.origin ?? "", readKeysOf(dataDir).serviceRoleKey);
  expect(await (await get("/condiments")).text()).not.toContain("$77.77");
  await update(server, "condiments", { name: "Red Palm Oil" }, { price: 77.77, discount_price: null });
  await expect.poll(async () => (await get("/condiments")).text(), { timeout: 10_000 }).toContain("$77.77");
});

test("the demo's accounts can log in, and one of them is an admin", async () => {
  for (const [email, role] of [
    ["shopper@calabash.example", "customer"],
    ["owner@calabash.example", "admin"],
  ] as const) {
    const client = openClient(shop.origin ?? "", readKeysOf(dataDir).anonKey);
    const { data, error } = await client.auth.signInWithPassword({ email, password: "calabash-demo" });
    expect(error).toBeNull();
    const { data: profile } = await client
      .from("profiles")
      .select("role")
      .eq("id", data.user?.id ?? "")
      .single();
    expect(profile).toEqual({ role });
  }
});

test("pages for everyone show no cost of a received delivery", async () => {
  const owner = openClient(shop.origin ?? "", readKeysOf(dataDir).anonKey);
  await owner.auth.signInWithPassword({ email: "owner@calabash.example", password: "calabash-demo" });
  const { data } = await owner
    .from("condiments")
    .select("id, name, price")
    .order("id")
    .limit(1)
    .single()
    .throwOnError();
  const lines = [{ product_id: data.id, quantity: 9, unit_cost: 731.37, best_before: "2099-01-31" }];
  await receiveDelivery(owner, lines);
  // A changed price makes pages render again.
  await update(owner, "condiments", { id: data.id }, { price: 88.11, discount_price: null });
  const product = `/products/condiments/${data.id}`;
  await expect.poll(async () => (await get(product)).text(), { timeout: 10_000 }).toContain("$88.11");
  const search = `/search?q=${encodeURIComponent(data.name)}`;
  for (const path of [product, `${product}.data`, "/condiments", "/condiments.data", "/home", "/cart", search]) {
    const answer = await get(path);
    expect([path, answer.status < 400, (await answer.text()).includes("731.37")]).toEqual([path, true, false]);
  }
});

test("a recipe's HTML has its products with quantities, also as structured data", async () => {
  const blog = await (await get("/blog?page=3")).text();
  const [, path = ""] = /href="(\/blogs\/\d+)"[^>]*>Party Jollof/.exec(blog) ?? [];
  const html = await (await get(path)).text();
  expect(mainOf(html)).toMatch(/In this recipe[\s\S]*Long Grain Parboiled Rice[\s\S]*1\.3 lb/);
  const facts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .flatMap(([, text = ""]) => JSON.parse(text))
    .map((each) => [each["@type"], each]);
  expect(Object.fromEntries(facts)["Recipe"]).toMatchObject({
    recipeYield: "6 servings",
    recipeIngredient: expect.arrayContaining(["1.3 lb Long Grain Parboiled Rice"]),
  });
});

test("the demo store has 129 products, nine categories, six articles, and every image", async () => {
  const guest = openClient(shop.origin ?? "", readKeysOf(dataDir).anonKey);
  const products = await readRows(guest, "products", "category, img1, img2");
  expect(products?.length).toBe(129);
  expect(new Set(products?.map((product) => product.category)).size).toBe(9);
  expect((products?.filter((product) => product.img2) ?? []).length).toBeGreaterThanOrEqual(40);
  const articles = await readRows(guest, "blog_post", "*");
  expect(articles?.length).toBe(6);
  expect(articles?.filter((article) => article.title7 && article.description7).length).toBeGreaterThanOrEqual(2);
  for (const article of articles ?? []) {
    const words = Object.entries(article)
      .filter(([column]) => /description|introduction|conclusion/.test(column))
      .map(([, text]) => String(text ?? ""))
      .join(" ")
      .split(/\s+/).length;
    expect([article.name, words >= 600 && words <= 1200]).toEqual([article.name, true]);
  }
  const recipeLines = await readRows(guest, "article_products", "product_id");
  expect(recipeLines?.length).toBe(demoArticles.reduce((sum, { products }) => sum + products.length, 0));
  const pictures = [...(products ?? []), ...(articles ?? [])].flatMap((row) => [row.img1, row.img2]).filter(Boolean);
  const answers = await Promise.all(pictures.map((picture) => get(picture, { method: "HEAD" })));
  expect(answers.filter((answer) => answer.headers.get("content-type") !== "image/webp")).toEqual([]);
});

test("metrics are readable on this machine only, not through a proxy", async () => {
  expect(await (await get("/metrics")).text()).toContain("shop_requests_total");
  expect((await get("/metrics", { headers: { "x-forwarded-for": "203.0.113.9" } })).status).toBe(404);
  const port = Number(new URL(shop.origin ?? "").port);
  const statusUnder = async (host: string) => {
    const metrics = request({ port, path: "/metrics", headers: { host } }).end();
    const [answer] = (await once(metrics, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect(await statusUnder(`127.0.0.1:${port}`)).toBe(200);
  for (const host of [`rebound.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example"]) {
    expect([host, await statusUnder(host)]).toEqual([host, 404]);
  }
});

test("the request id of a response is the store's, whatever a client sends", async () => {
  for (const path of ["/healthz", "/rest/v1/products?select=id&limit=1", "/nowhere"]) {
    const answer = await get(path, { headers: { "x-request-id": "chosen-by-a-visitor" } });
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

test("the service worker is revalidated at each visit, and pages allow only it", async () => {
  const worker = await get("/sw.js");
  expect([worker.status, worker.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(worker.headers.get("content-type")).toContain("text/javascript");
  expect((await get("/home")).headers.get("content-security-policy")).toContain("worker-src 'self'");
});
