import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPageCache, sendPage } from "./page-cache.ts";

const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };

function aCache(
  options: { render?: (request: Request) => Promise<Response>; readVersion?: () => Promise<string> } = {},
) {
  const rendered: string[] = [];
  const cache = createPageCache({
    allowed: { dataOrigin: "", tileOrigin: "https://tiles.example", captchaOrigin: "" },
    readStyles: (address) => (address === "/assets/a.css" ? ".a{}" : null),
    checkEveryMs: 0,
    readVersion: options.readVersion ?? (async () => "1"),
    render:
      options.render ??
      (async (request) => {
        rendered.push(new URL(request.url).pathname);
        return new Response(`<p>page ${rendered.length}</p><script>let a = 1;</script>`, HTML);
      }),
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://shop.test${path}`, { headers });
    return sendPage(await cache.find(request), request);
  };
  return { cache, get, rendered };
}

test("a page is rendered once, also for visitors who come at once", async () => {
  const { get, rendered } = aCache();
  await Promise.all([get("/home"), get("/home"), get("/home?utm_source=x")]);
  await get("/home");
  expect(rendered).toEqual(["/home"]);
});

test("a visitor who leaves takes the page from nobody who waits for the same one", async () => {
  const started = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const { cache } = aCache({
    render: async (request) => {
      started.resolve();
      await new Promise((done, failed) => {
        request.signal.addEventListener("abort", () => failed(new Error("gone")));
        setImmediate(done);
      });
      return new Response("whole", HTML);
    },
  });
  const first = cache.find(new Request("http://shop.test/home", { signal: leaving.signal }));
  const second = cache.find(new Request("http://shop.test/home"));
  await started.promise;
  leaving.abort();
  const pages = await Promise.allSettled([first, second]);
  expect(pages.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("pages of a list are kept apart, other parameters are not", async () => {
  const { get, rendered } = aCache();
  for (const path of ["/condiments", "/condiments?page=2", "/condiments?x=1", "/condiments?page=2&x=1"]) {
    await get(path);
  }
  expect(rendered).toHaveLength(2);
});

test("a new version of the content lets every kept page go", async () => {
  let version = "1";
  const { get, rendered } = aCache({ readVersion: async () => version });
  await get("/home");
  version = "2";
  await get("/home");
  expect(rendered).toHaveLength(2);
});

test("a page that was rendered while the content changed is shown once and not kept", async () => {
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

test("an answer that is not 200 is neither kept by the shop nor by the browser", async () => {
  let count = 0;
  const { get } = aCache({
    render: async () => {
      count += 1;
      return new Response("gone", { ...HTML, status: 404 });
    },
  });
  await get("/x");
  const answer = await get("/x");
  expect([count, answer.status, answer.headers.get("cache-control")]).toEqual([2, 404, "no-store"]);
});

test("a browser that has the page is told so, and each encoding has a tag of its own", async () => {
  const { get } = aCache();
  const first = await get("/home", { "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  const again = await get("/home", { "accept-encoding": "br", "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const plain = await get("/home", { "if-none-match": etag });
  expect(plain.status).toBe(200);
});

test("pages are sent as the browser can read them", async () => {
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

test("a page's policy allows the styles that stand in it, and no others", async () => {
  const { get } = aCache({
    render: async () =>
      new Response('<head><link rel="stylesheet" href="/assets/a.css"/></head><style>.b{}', HTML),
  });
  const policy = (await get("/home")).headers.get("content-security-policy") ?? "";
  // echo -n '.a{}' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("style-src 'self' 'sha256-zykMelvY9taAHFfnWfsi7Rnifucb0B5GzFq+5ZuppCM=';");
});

test("a page's policy allows its own inline scripts and no others", async () => {
  const { get } = aCache();
  const policy = (await get("/home")).headers.get("content-security-policy") ?? "";
  // echo -n 'let a = 1;' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='");
  expect(policy).not.toContain("unsafe-inline");
});

test("without an answer about the version nothing kept is shown", async () => {
  let isDown = false;
  const { get, rendered } = aCache({
    readVersion: async () => {
      if (isDown) throw new Error("the data service is away");
      return "1";
    },
  });
  await get("/home");
  isDown = true;
  await get("/home");
  expect(rendered).toHaveLength(2);
});
