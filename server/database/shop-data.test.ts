import { afterEach, expect, test, vi } from "vitest";
import { createShopData } from "./shop-data.ts";

afterEach(() => vi.unstubAllGlobals());

test("the server does not retry reads, even if a hosted project does not respond", async () => {
  const fetchMock = vi.fn(async () => Response.json({ message: "away" }, { status: 503 }));
  vi.stubGlobal("fetch", fetchMock);
  const data = createShopData({ url: "https://project.example", anonKey: "a", serviceRoleKey: "b" });
  for (const read of [
    () => data.public.from("products").select("id"),
    () => data.service.from("products").select("id"),
    () => data.as("token").from("products").select("id"),
  ]) {
    fetchMock.mockClear();
    expect((await read()).status).toBe(503);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  }
});
