import { afterEach, expect, test, vi } from "vitest";
import { getBrowserData } from "./browser-data.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the data client does not retry a failed request by itself", async () => {
  const fetchMock = vi.fn(async () => Response.json({ message: "away" }, { status: 503 }));
  const config = { supabaseUrl: "https://project.example", anonKey: "key" };
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("document", {
    documentElement: { lang: "en-US" },
    getElementById: () => ({ textContent: JSON.stringify(config) }),
  });
  vi.stubGlobal("window", { location: new URL("https://shop.example"), addEventListener: () => undefined });
  vi.stubGlobal("dispatchEvent", () => true);
  expect((await getBrowserData().rest.from("products").select("id")).status).toBe(503);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});
