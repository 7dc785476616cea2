import { expect, test } from "vitest";
import project from "#package.json" with { type: "json" };
import { createShopData } from "#server/database/shop-data.ts";
import { createDrain } from "#server/http/drain.ts";
import { createHealthEndpoints } from "./health.ts";

const responds = () => Response.json({ version: 1 });
const fails = () => Response.json({ message: "no connection" }, { status: 503 });

function endpointsOf(dataService: () => Response, drain = createDrain(0)) {
  const keys = { anonKey: "anon", serviceRoleKey: "service" };
  const data = createShopData({ url: "http://shop.test", ...keys, fetch: async () => dataService() });
  return createHealthEndpoints({ data, drain });
}

async function statusesOf(endpoints: ReturnType<typeof endpointsOf>): Promise<number[]> {
  return [(await endpoints.request("/healthz")).status, (await endpoints.request("/readyz")).status];
}

test("a draining process is healthy but not ready", async () => {
  const drain = createDrain(0);
  const endpoints = endpointsOf(responds, drain);
  expect(await statusesOf(endpoints)).toEqual([200, 200]);
  await drain.run();
  expect(await statusesOf(endpoints)).toEqual([200, 503]);
});

test("a process whose data service fails is healthy but not ready", async () => {
  expect(await statusesOf(endpointsOf(fails))).toEqual([200, 503]);
});

test("the health check names the store's version", async () => {
  const response = await endpointsOf(responds).request("/healthz");
  expect(await response.json()).toEqual({ status: "ok", version: project.version });
});
