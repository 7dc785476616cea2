import { expect, test } from "vitest";
import project from "#package.json" with { type: "json" };
import { createDrain } from "#server/http/drain.ts";
import { startTestShop } from "#tests/running-shop.ts";
import { createHealthEndpoints } from "./health.ts";

test("a draining process is healthy but not ready", async () => {
  const shop = await startTestShop();
  const drain = createDrain(0);
  const endpoints = createHealthEndpoints({ data: shop.data, drain });
  const statuses = async () => [
    (await endpoints.request("/healthz")).status,
    (await endpoints.request("/readyz")).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  expect(await (await endpoints.request("/healthz")).json()).toEqual({ status: "ok", version: project.version });
  await drain.run();
  expect(await statuses()).toEqual([200, 503]);
  await shop.close();
});
