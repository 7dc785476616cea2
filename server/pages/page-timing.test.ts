import { expect, test } from "vitest";
import { CACHE_HIT, serverTiming } from "./page-timing.ts";

test("Server-Timing reports all times of a rendered page, and only the cache of a cached one", () => {
  expect(serverTiming({ cache: "rendered", queueMs: 1.26, renderMs: 80, databaseMs: 30.04 })).toBe(
    "cache;desc=rendered, queue;dur=1.3, render;dur=80.0, database;dur=30.0",
  );
  expect(serverTiming(CACHE_HIT)).toBe("cache;desc=hit");
});
