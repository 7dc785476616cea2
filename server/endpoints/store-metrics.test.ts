import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRequestLog } from "#server/http/request-log.ts";
import { openWaitingRoom } from "#server/http/waiting-room.ts";
import { createEvents } from "#server/observe/events.ts";
import { createLog } from "#server/observe/log.ts";
import { createMetrics } from "./metrics.ts";
import type { StoreMetricSources } from "./store-metrics.ts";

const MONITORING = join(import.meta.dirname, "..", "..", "deploy", "monitoring");
const TOKEN = "a token of a collector";

const SOURCES: StoreMetricSources = {
  readFigures: async () => [
    { name: "due", label: "email", value: 3 },
    { name: "oldest_due_seconds", label: "email", value: 61.5 },
    { name: "open_orders", label: "paid", value: 4 },
    { name: "orders_placed_last_hour", label: "", value: 2 },
    { name: "orders_paid_last_hour", label: "", value: 1 },
    { name: "open_alerts", label: "", value: 0 },
    { name: "dead_emails", label: "", value: 0 },
  ],
  poolLoads: () => ({ guests: { open: 6, idle: 2, waiting: 5 } }),
  renderLoad: () => ({ running: 2, waiting: 7 }),
  readBackupAge: async () => 7200,
  lineLength: () => 40,
};

function openMetrics(
  sources: Partial<StoreMetricSources> = {},
  { isLocal = true, token = null as string | null } = {},
) {
  const store = { ...SOURCES, ...sources };
  const metrics = createMetrics({ isLocal: () => isLocal, token, workDone: () => ({}) as never, store });
  const { observe, subscribe } = createEvents();
  subscribe(metrics.subscriber);
  const scrape = async () => (await metrics.endpoint.request("/metrics")).text();
  const linesOf = async (name: string) => (await scrape()).split("\n").filter((line) => line.startsWith(`${name}{`));
  return { endpoint: metrics.endpoint, observe, subscribe, scrape, linesOf };
}

test("metrics report waiting work, connections, and renders", async () => {
  const text = await openMetrics().scrape();
  for (const line of [
    "shop_database_up 1",
    'shop_due{kind="email"} 3',
    'shop_oldest_due_seconds{kind="email"} 61.5',
    'shop_open_orders{status="paid"} 4',
    "shop_orders_placed_last_hour 2",
    'shop_pool_connections{pool="guests",state="busy"} 4',
    'shop_pool_connections{pool="guests",state="waiting"} 5',
    'shop_renders{state="waiting"} 7',
    "shop_waiting_line_length 40",
    "shop_last_backup_age_seconds 7200",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});

test("pages are counted by how they were found, and built files are not counted", async () => {
  const { observe, linesOf } = openMetrics();
  const sent = { type: "cached-response", id: "1", status: 200, ms: 1 } as const;
  for (const path of ["/home", "/home", "/assets/a.js"]) observe({ ...sent, path });
  for (const cache of ["hit", "unchanged", "rendered", "stale"] as const) {
    observe({ type: "page", path: "/home", cache, queueMs: 0, renderMs: 0, databaseMs: 0 });
  }
  observe({ type: "page-rejected", path: "/search" });
  expect(await linesOf("shop_pages_total")).toEqual([
    'shop_pages_total{cache="hit"} 3',
    'shop_pages_total{cache="unchanged"} 1',
    'shop_pages_total{cache="rendered"} 1',
    'shop_pages_total{cache="stale"} 1',
    'shop_pages_total{cache="rejected"} 1',
  ]);
});

test("orders beyond the limit per second are counted as waiting, others as admitted", async () => {
  const { observe, linesOf } = openMetrics();
  const { environment, keys } = { environment: { ordersPerSecond: 1 }, keys: { signingKey: { d: "secret" } } };
  const room = openWaitingRoom({ environment, keys, observe });
  room?.admitCall({ name: "place_order", userId: "ama", ticket: null });
  for (const name of ["place_payable_order", "place_order"]) room?.admitCall({ name, userId: "kofi", ticket: null });
  room?.admitCall({ name: "list_windows", userId: "ama", ticket: null });
  expect(room?.length()).toBe(1);
  expect(await linesOf("shop_waiting_line_total")).toEqual([
    'shop_waiting_line_total{outcome="admitted"} 1',
    'shop_waiting_line_total{outcome="waiting"} 2',
  ]);
});

test("while order boards have to poll, a gauge is 0 and the change is logged", async () => {
  const { observe, subscribe, scrape } = openMetrics();
  const lines: unknown[] = [];
  const log = createLog({ format: "json", target: { write: (line) => lines.push(JSON.parse(line)), close: () => {} } });
  subscribe(createRequestLog({ log, requests: "none", isStaff: async () => false }));
  const readGauge = async () => /^shop_board_updates_live (\d)$/m.exec(await scrape())?.[1];
  expect(await readGauge()).toBe("1");
  observe({ type: "board-updates", isLive: false });
  expect(await readGauge()).toBe("0");
  observe({ type: "board-updates", isLive: true });
  expect(await readGauge()).toBe("1");
  expect(lines).toMatchObject([
    { what: "board-updates", state: "polling" },
    { what: "board-updates", state: "live" },
  ]);
});

test("figures of a database that does not respond are missing, not zero", async () => {
  const { scrape } = openMetrics({ readFigures: () => Promise.reject(new Error("away")) });
  const text = await scrape();
  expect(text).toContain("\nshop_database_up 0\n");
  expect(text).not.toMatch(/^shop_(due|open_alerts|orders_paid_last_hour)[ {]/m);
});

test("a collector on another machine needs the token", async () => {
  const statusOf = async (token: string | null, authorization?: string) => {
    const { endpoint } = openMetrics({}, { isLocal: false, token });
    return (await endpoint.request("/metrics", authorization ? { headers: { authorization } } : {})).status;
  };
  expect(await statusOf(TOKEN, `Bearer ${TOKEN}`)).toBe(200);
  expect(await statusOf(TOKEN, "Bearer another token")).toBe(404);
  expect(await statusOf(TOKEN)).toBe(404);
  expect(await statusOf(null, "Bearer null")).toBe(404);
});

test("alert rules and the dashboard name only metrics that the store has", async () => {
  const known = new Set(
    (await openMetrics().scrape())
      .split("\n")
      .filter((line) => line.startsWith("# TYPE "))
      .map((line) => line.split(" ")[2]),
  );
  const named = readdirSync(MONITORING).flatMap((file) => [
    ...readFileSync(join(MONITORING, file), "utf8").matchAll(/\b(?:shop|process|nodejs)_[a-z0-9_]+/g),
  ]);
  expect(named.map(([name]) => name.replace(/_bucket$/, "")).filter((name) => !known.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
