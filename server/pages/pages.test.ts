import { afterEach, expect, test, vi } from "vitest";
import type { ShopData } from "#server/database/shop-data.ts";
import { readVersion } from "./pages.ts";

afterEach(() => vi.useRealTimers());

const rows: Record<string, object> = {
  content_version: { version: 7, epoch: 2 },
  store_settings: { time_zone: "America/Chicago" },
};
const query = (table: string) => ({
  select: () => ({ single: () => ({ throwOnError: () => ({ data: rows[table] }) }) }),
});
const data = { public: { from: query }, call: async () => true } as unknown as ShopData;

test("the version of pages changes at midnight in the store's time zone", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const versionAt = (time: string) => {
    vi.setSystemTime(new Date(time));
    return readVersion(data, () => undefined);
  };
  const version = await versionAt("2026-11-25T06:00Z");
  expect(await versionAt("2026-11-26T05:59Z")).toBe(version);
  expect(await versionAt("2026-11-26T06:00Z")).not.toBe(version);
});
