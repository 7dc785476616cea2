import { createHash, randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { createContentVersion } from "#server/database/content-version.ts";
import { sendPage } from "./cached-page.ts";
import { SCRIPT_NONCE } from "./content-policy.ts";
import { createPageCache, surrogateKeysOf } from "./page-cache.ts";
import type { ReadRecorder } from "./recorded-reads.ts";
import { createRenderQueue, RenderRejected } from "./render-queue.ts";

const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };
const NOWHERE = "/-";
const DEADLINE_MS = 5000;

afterEach(() => vi.useRealTimers());

type RenderOptions = { recorder: ReadRecorder; isMissingPageCached: boolean };

function aCache(
  options: {
    render?: (request: Request, renderOptions: RenderOptions) => Promise<Response>;
    readVersion?: () => Promise<string>;
    everyMs?: number;
  } = {},
) {
  const rendered: string[] = [];
  const version = createContentVersion(options.readVersion ?? (async () => "1"), options.everyMs ?? 0);
  const cache = createPageCache({
    version,
    queue: createRenderQueue({
      running: 2,
      runningPerClient: 2,
      waitingPerClient: 9,
      waiting: 9,
      deadlineMs: DEADLINE_MS,
    }),
    allowed: { dataOrigin: "", tileOrigin: "https://tiles.example", captchaOrigin: "" },
    readStyles: (address) => (address === "/assets/a.css" ? ".a{}" : null),
    render: async (request, renderOptions) => {
      rendered.push(new URL(request.url).pathname);
      if (options.render) return options.render(request, renderOptions);
      return new Response(`<p>page ${rendered.length}</p><script nonce="${SCRIPT_NONCE}">let a = 1;</script>`, HTML);
    },
  });
  const found = (path: string, routeId = path) =>
    cache.find(
      {
        locale: "en",
        path,
        routeId,
        isData: path.endsWith(".data"),
        isNowhere: path === NOWHERE,
        partition: path.includes("sort=") ? "choices" : path.includes("?q=") ? "words" : "shop",
      },
      "visitor",
    );
  const find = async (path: string, routeId = path) => (await found(path, routeId)).page;
  const get = async (path: string, headers: Record<string, string> = {}) =>
    sendPage(await find(path), new Request(`http://shop.test${path}`, { headers }));
  return { cache, find, found, get, rendered, version };
}

test("a page is rendered once, even for concurrent requests", async () => {
  const { get, rendered } = aCache();
  await Promise.all([get("/home"), get("/home")]);
  await get("/home");
  expect(rendered).toEqual(["/home"]);
});

test("a new content version makes cached pages stale", async () => {
  let version = "1";
  const { get, rendered } = aCache({ readVersion: async () => version });
  await get("/home");
  version = "2";
  await get("/home");
  expect(rendered).toHaveLength(2);
});

test("a page rendered while the content changed is shown once and not cached", async () => {
  let version = "1";
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let count = 0;
  const { get } = aCache({
    readVersion: async () => version,
    render: async () => {
      count += 1;
      const mine = count;
      if (mine === 1) {
        started.resolve();
        await finish.promise;
      }
      return new Response(`${mine}`, HTML);
    },
  });
  const old = get("/home");
  await started.promise;
  version = "2";
  expect(await (await get("/home")).text()).toBe("2");
  finish.resolve();
  expect(await (await old).text()).toBe("1");
  expect(await (await get("/home")).text()).toBe("2");
});

test("missing pages of one kind share one cached page", async () => {
  const cachedFlags: boolean[] = [];
  const { find } = aCache({
    render: async (_request, { isMissingPageCached }) => {
      cachedFlags.push(isMissingPageCached);
      return new Response(isMissingPageCached ? null : "<p>Product not found</p>", { ...HTML, status: 404 });
    },
  });
  const first = await find("/products/meat/901", "product");
  const second = await find("/products/meat/902", "product");
  expect([first.status, second === first, cachedFlags]).toEqual([404, true, [false, true]]);
});

test("unknown URLs share one cached 404 page", async () => {
  const { get, rendered } = aCache({ render: async () => new Response("none", { ...HTML, status: 404 }) });
  await get(NOWHERE);
  const answer = await get(NOWHERE);
  expect(rendered).toHaveLength(1);
  expect([answer.status, answer.headers.get("x-robots-tag"), answer.headers.get("cache-control")]).toEqual([
    404,
    "noindex",
    "no-store",
  ]);
});

test("a failed page is not cached and has Retry-After", async () => {
  const { get, rendered } = aCache({ render: async () => new Response("away", { ...HTML, status: 503 }) });
  await get("/home");
  const answer = await get("/home");
  expect([rendered.length, answer.status, answer.headers.get("retry-after")]).toEqual([2, 503, "5"]);
});

test("while the version cannot be read, cached pages are shown without waiting", async () => {
  const silence = Promise.withResolvers<string>();
  let answer: string | Promise<string> = "1";
  const { get, rendered, version } = aCache({ readVersion: async () => answer });
  await get("/home");
  answer = silence.promise;
  const texts = [await (await get("/home")).text(), await (await get("/home")).text()];
  expect(texts[0]).toBe(texts[1]);
  expect([rendered.length, version.isUnknown]).toEqual([1, true]);
  answer = "2";
  silence.resolve("2");
  await vi.waitFor(() => expect(version.isUnknown).toBe(false));
  await get("/home");
  expect(rendered).toHaveLength(2);
});

const neverEnds = () => new Promise<Response>(() => undefined);

test.for([
  ["fails", async () => Promise.reject(new Error("gone"))],
  ["answers 503", async () => new Response("away", { ...HTML, status: 503 })],
  ["never ends", neverEnds],
] as const)("when a page of a new version %s, the old one is shown", async ([, fail]) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let version = "1";
  const { find } = aCache({
    readVersion: async () => version,
    render: () => (version === "1" ? Promise.resolve(new Response("old", HTML)) : fail()),
  });
  const old = await find("/home");
  version = "2";
  const found = find("/home");
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  expect(await found).toBe(old);
});

test("a render that never ends is dropped, and the next request renders again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let render = neverEnds;
  const { find } = aCache({ render: () => render() });
  const rejected = expect(find("/home")).rejects.toThrow(RenderRejected);
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  await rejected;
  render = async () => new Response("whole", HTML);
  expect((await find("/home")).status).toBe(200);
});

test("a page is served without a read while its version is fresh", async () => {
  const { cache, find } = aCache({ everyMs: 60_000 });
  const page = await find("/home");
  expect([cache.peek("/home") === page, cache.peek("/Home")]).toEqual([true, null]);
  const { cache: due, find: findDue } = aCache({ everyMs: 0 });
  await findDue("/home");
  expect(due.peek("/home")).toBeNull();
});

test("a browser with the current page gets 304, and each encoding has its own ETag", async () => {
  const { get } = aCache();
  const first = await get("/home", { "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  const again = await get("/home", { "accept-encoding": "br", "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await get("/home", { "if-none-match": etag })).status).toBe(200);
});

test("pages are sent in an encoding that the browser accepts", async () => {
  const { get } = aCache();
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const plain = await (await get("/home")).text();
  const br = await get("/home", { "accept-encoding": "gzip, deflate, br" });
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await bytes(br)).toString()).toBe(plain);
  const gzip = await get("/home", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await bytes(gzip)).toString()).toBe(plain);
});

test("a page's content security policy allows its inline styles and no others", async () => {
  const { get } = aCache({
    render: async () => new Response('<head><link rel="stylesheet" href="/assets/a.css"/></head><style>.b{}', HTML),
  });
  const policy = (await get("/home")).headers.get("content-security-policy") ?? "";
  // Created with: echo -n '.a{}' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("style-src 'self' 'sha256-zykMelvY9taAHFfnWfsi7Rnifucb0B5GzFq+5ZuppCM=';");
});

test("the policy allows the program's inline scripts, and none of a page's content", async () => {
  const injected = ["", ' nonce=""', ' nonce="guessed"', ' type="module"', ' data-nonce="x"', " NONCE=x"];
  const { get } = aCache({
    render: async () =>
      new Response(
        `<script nonce="${SCRIPT_NONCE}" type="module">let a = 1;</script>${injected.map((marks) => `<script${marks}>let b = 2;</script>`).join("")}`,
        HTML,
      ),
  });
  const answer = await get("/home");
  const policy = answer.headers.get("content-security-policy") ?? "";
  // Created with: echo -n 'let a = 1;' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='");
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).not.toContain(createHash("sha256").update("let b = 2;").digest("base64"));
  expect(await answer.text()).not.toContain(SCRIPT_NONCE);
});

test("pages for made-up search terms push out only each other", async () => {
  const long = randomBytes(1024 * 1024).toString("base64");
  const { get, rendered } = aCache({ render: async () => new Response(long, HTML) });
  await get("/home");
  for (let place = 0; place < 25; place += 1) await get(`/search?q=${place}`);
  rendered.length = 0;
  await get("/home");
  await get("/search?q=24");
  expect(rendered).toEqual([]);
  await get("/search?q=0");
  expect(rendered).toEqual(["/search"]);
});

test("thousands of filter combinations push out only each other", async () => {
  const long = randomBytes(16 * 1024).toString("base64");
  const { get, rendered } = aCache({ render: async () => new Response(long, HTML) });
  const cached = ["/condiments", "/condiments?page=2", "/search?q=rice"];
  for (const path of cached) await get(path);
  for (let place = 0; place < 2000; place += 1) await get(`/condiments?sort=${place}`);
  rendered.length = 0;
  for (const path of [...cached, "/condiments?sort=1999"]) await get(path);
  expect(rendered).toEqual([]);
  await get("/condiments?sort=0");
  expect(rendered).toEqual(["/condiments"]);
});

/** Creates a cache whose pages show the text of a table, which can change. */
function aCacheOfRows() {
  const rows: Record<string, string> = { products: "one" };
  const database = { version: "1.1", requests: [] as string[] };
  const transport: typeof fetch = async (input) => {
    const table = new URL(String(input)).pathname.slice(1);
    database.requests.push(table);
    const text = rows[table];
    return text === undefined ? new Response("away", { status: 503 }) : new Response(text);
  };
  const shown = aCache({
    readVersion: async () => database.version,
    render: async (request, { recorder }) => {
      const tables = new URL(request.url).pathname.slice(1).split("+");
      const read = recorder.wrap(transport);
      const texts = await Promise.all(tables.map(async (table) => (await read(`http://data.test/${table}`)).text()));
      return new Response(`<p>${texts}</p>`, HTML);
    },
  });
  return { rows, database, ...shown };
}

test("after a change, only pages that show changed rows are rendered again", async () => {
  const { rows, database, get, rendered } = aCacheOfRows();
  rows["articles"] = "first";
  const [before] = [await get("/products"), await get("/articles")];
  rows["articles"] = "second";
  database.version = "2.1";
  const [products, articles] = [await get("/products"), await get("/articles")];
  expect(await articles.text()).toContain("second");
  expect(products.headers.get("etag")).toBe(before?.headers.get("etag"));
  expect(rendered).toEqual(["/products", "/articles", "/articles"]);
  await get("/products");
  expect(rendered).toHaveLength(3);
});

test("a read that many pages share is repeated once per version", async () => {
  const { rows, database, get } = aCacheOfRows();
  rows["settings"] = "Calabash";
  const pages = ["/settings", "/settings+products", "/products+settings"];
  for (const page of pages) await get(page);
  database.requests.length = 0;
  database.version = "2.1";
  await Promise.all(pages.map((page) => get(page)));
  expect(database.requests.toSorted()).toEqual(["products", "settings"]);
});

test("after a change is undone, the page shows the old rows again", async () => {
  const { rows, database, get } = aCacheOfRows();
  await get("/products");
  rows["products"] = "two";
  database.version = "2.1";
  expect(await (await get("/products")).text()).toContain("two");
  rows["products"] = "one";
  database.version = "3.1";
  expect(await (await get("/products")).text()).toContain("one");
});

test("when time alone makes content public, pages are rendered again although no row changed", async () => {
  const { database, get, rendered } = aCacheOfRows();
  await get("/products");
  database.version = "2.2";
  await get("/products");
  expect(rendered).toHaveLength(2);
});

test("a page whose reads cannot be repeated is rendered again, or shown outdated if that fails", async () => {
  const { rows, database, get, rendered } = aCacheOfRows();
  await get("/products");
  delete rows["products"];
  database.version = "2.1";
  expect(await (await get("/products")).text()).toContain("away");
  rows["products"] = "two";
  expect(await (await get("/products")).text()).toContain("away");
  database.version = "3.1";
  expect(await (await get("/products")).text()).toContain("two");
  expect(rendered).toHaveLength(3);
});

test("only pages of the back office may use the camera and WebAssembly", async () => {
  const { get } = aCache();
  for (const path of ["/desk", "/desk?order=1", "/desk/new-order"]) {
    const { headers } = await get(path);
    expect([path, headers.get("permissions-policy")]).toEqual([path, expect.stringContaining("camera=(self)")]);
    expect(headers.get("content-security-policy")).toContain("'wasm-unsafe-eval'");
  }
  for (const path of ["/home", "/deskundig", "/products/desk"]) {
    const { headers } = await get(path);
    expect([path, headers.get("permissions-policy")]).toEqual([path, null]);
    expect(headers.get("content-security-policy")).not.toContain("wasm");
  }
});

test("a page reports how it was found, and how long it waited for the database", async () => {
  let row = "Yam";
  let version = "1.0";
  const { found } = aCache({
    readVersion: async () => version,
    render: async (_request, { recorder }) => {
      const read = recorder.wrap(async () => new Response(row));
      return new Response(await (await read("http://shop.test/rest")).text(), HTML);
    },
  });
  const cacheOf = async () => (await found("/home")).timing.cache;
  const first = await found("/home");
  expect(first.timing.cache).toBe("rendered");
  expect(first.timing.databaseMs).toBeLessThanOrEqual(first.timing.renderMs);
  expect(await cacheOf()).toBe("hit");
  version = "2.0";
  expect(await cacheOf()).toBe("unchanged");
  version = "3.0";
  row = "Okra";
  expect(await cacheOf()).toBe("rendered");
});

test.for([
  ["/home", "routes/storefront/home-route", "pages home"],
  ["/_.data", "routes/storefront/index-route", "pages home"],
  ["/condiments?page=2", "category-condiment", "pages category-condiment"],
  ["/products/meat/7", "routes/storefront/product-route", "pages product-7 category-meat"],
  ["/products/meat/7.data?_routes=root", "routes/storefront/product-route", "pages product-7 category-meat"],
  ["/about", "routes/pages/about-route", "pages"],
] as const)("%s has the keys of its page", ([path, routeId, keys]) => {
  expect(surrogateKeysOf({ path, routeId })).toBe(keys);
});
