import { afterEach, expect, test, vi } from "vitest";
import { createShopData } from "./shop-data.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what the server reads is asked for once, also of a hosted project that does not answer", async () => {
  const asked = vi.fn(async () => Response.json({ message: "away" }, { status: 503 }));
  vi.stubGlobal("fetch", asked);
  const data = createShopData({ url: "https://project.example", anonKey: "a", serviceRoleKey: "b" });
  for (const client of [data.public, data.service, data.as("token")]) {
    asked.mockClear();
    expect((await client.from("products").select("id")).status).toBe(503);
    expect(asked).toHaveBeenCalledTimes(1);
  }
});
