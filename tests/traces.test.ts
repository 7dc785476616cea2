import { expect, onTestFinished, test } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf, type ShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { startServer } from "./start-server.ts";

/** OTLP/HTTP in JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { resource: { attributes: Span["attributes"] }; scopeSpans: { spans: Span[] }[] }[];
}

/** Prints the name of the first loaded module of OpenTelemetry, except for its API, which prom-client loads. */
const PRINT_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  let isLoaded = false;
  registerHooks({ load: (url, context, next) => {
    if (!isLoaded && /@opentelemetry[/](?!api[/])/.test(url)) {
      isLoaded = true;
      console.error("LOADED " + url);
    }
    return next(url, context);
  } });`)}`;

test("a request is a trace with its database statements, and its log line has the trace's id", async () => {
  const { url, exports } = await openCollector();
  const shop = await startShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: "store under test",
    LOG_FORMAT: "json",
  });
  const { anonKey } = readKeysOf(shop.dataDir);
  const response = await fetch(`${shop.origin}/rest/v1/condiments?select=id&name=eq.secret`, {
    headers: { apikey: anonKey },
  });
  const id = response.headers.get("x-request-id");
  const page = await fetch(`${shop.origin}/search?q=yam`);
  const headers = { apikey: anonKey, "content-type": "application/json" };
  const email = "shopper@calabash.example";
  const recovery = await fetch(`${shop.origin}/auth/v1/recover`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email }),
  });
  await expect.poll(async () => (await fetch(`${shop.origin}/dev/mailbox`)).text()).toContain(email);
  // Pending spans are exported before the store stops.
  await stopShopProcess(shop);
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const root = spans.find((span) => attributeOf(span, "calabash.request_id") === id);
  expect(root).toMatchObject({ name: "GET /rest/v1/:table" });
  expect(root?.parentSpanId).toBeFalsy();
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(children.map(({ name, traceId }) => [name, traceId])).toEqual([["query", root?.traceId]]);
  expect(response.status).toBe(200);
  expect(children[0] && attributeOf(children[0], "db.query.text")).toContain("condiments");
  const treeOf = ({ headers }: Response) => {
    const parent = spans.find((span) => attributeOf(span, "calabash.request_id") === headers.get("x-request-id"));
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name);
    return [parent?.name, [...new Set(parts)].sort()];
  };
  expect(treeOf(page)).toEqual(["GET page", ["find page", "query"]]);
  expect(treeOf(recovery)).toEqual(["POST /auth/v1/recover", ["query", "send email", "transaction"]]);
  // The worker's requests are not part of a client's request.
  const events = spans.find(({ name }) => name === "GET /v1/events");
  expect([events !== undefined, events?.parentSpanId ?? null]).toEqual([true, null]);
  expect(linesOf(shop).find((each) => each["id"] === id)).toMatchObject({ what: "request", trace: root?.traceId });
  const service = exports[0]?.resourceSpans[0]?.resource;
  expect(service?.attributes).toContainEqual({ key: "service.name", value: { stringValue: "store under test" } });
  expect(JSON.stringify(exports)).not.toContain("secret");
  expect(shop.output()).toContain("LOADED ");
});

test("without a collector no module of OpenTelemetry's SDK is loaded, and log lines have no trace", async () => {
  const shop = await startShop({ LOG_FORMAT: "json", OTEL_SERVICE_NAME: "store under test" });
  const { anonKey } = readKeysOf(shop.dataDir);
  await fetch(`${shop.origin}/rest/v1/condiments?select=id`, { headers: { apikey: anonKey } });
  await stopShopProcess(shop);
  expect(shop.output()).not.toContain("LOADED ");
  expect(linesOf(shop).find(({ path }) => path === "/rest/v1/condiments")).not.toHaveProperty("trace");
});

const startShop = (env: Record<string, string>) =>
  openShopProcess(onTestFinished, { NODE_OPTIONS: PRINT_LOADED, ...env });

async function openCollector(): Promise<{ url: string; exports: Export[] }> {
  const exports: Export[] = [];
  const url = await startServer(async (request) => {
    expect(new URL(request.url).pathname).toBe("/v1/traces");
    exports.push((await request.json()) as Export);
    return Response.json({});
  });
  return { url, exports };
}

function attributeOf(span: Span, name: string): string | undefined {
  return span.attributes.find(({ key }) => key === name)?.value.stringValue;
}

function linesOf(shop: ShopProcess): Record<string, unknown>[] {
  return shop
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
