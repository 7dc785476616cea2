import { afterEach, beforeEach, expect, test, vi } from "vitest";

const SESSION_KEY = "supabase.auth.token";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** Stubs what the data client needs of a browser. @param stored session in localStorage */
function stubBrowser(fetchMock: typeof fetch, stored: object | null = null, isOnline = true): void {
  const config = { supabaseUrl: "https://project.example", anonKey: "key" };
  const items = new Map(stored ? [[SESSION_KEY, JSON.stringify(stored)]] : []);
  const noListener = () => undefined;
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("document", {
    documentElement: { lang: "en-US" },
    getElementById: () => ({ textContent: JSON.stringify(config) }),
    addEventListener: noListener,
  });
  vi.stubGlobal("window", { location: new URL("https://shop.example"), addEventListener: noListener });
  vi.stubGlobal("addEventListener", noListener);
  vi.stubGlobal("dispatchEvent", () => true);
  // Clients of earlier tests would listen, too.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("navigator", { onLine: isOnline });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
}

const newBrowserData = async () => (await import("./browser-data.ts")).getBrowserData();

test("the data client does not retry a failed request by itself", async () => {
  const fetchMock = vi.fn(async () => Response.json({ message: "away" }, { status: 503 }));
  stubBrowser(fetchMock);
  expect((await (await newBrowserData()).rest.from("products").select("id")).status).toBe(503);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test("without a network the expired token is sent at once, and a fresh one if the server responds and rejects it", async () => {
  const user = { id: "1", user_metadata: {} };
  const expired = { access_token: "old", refresh_token: "refresh", expires_at: 1, user };
  const sent: (string | null)[] = [];
  let isBack = false;
  const fetchMock: typeof fetch = async (input, init) => {
    if (String(input).includes("/token?")) {
      if (!isBack) throw new TypeError("Failed to fetch");
      const expires_at = Math.round(Date.now() / 1000) + 3600;
      return Response.json({ ...expired, access_token: "new", token_type: "bearer", expires_in: 3600, expires_at });
    }
    const token = new Headers(init?.headers).get("authorization");
    sent.push(token);
    if (!isBack) return Response.json({}, { status: 503 });
    return token === "Bearer new"
      ? Response.json([{ id: 7 }])
      : Response.json({ message: "JWT expired" }, { status: 401 });
  };
  stubBrowser(fetchMock, expired, false);
  const data = await newBrowserData();
  expect(await data.readSession()).toBe("unknown");
  expect((await data.fetchApi("/order/7")).status).toBe(503);
  expect(sent.splice(0)).toEqual(["Bearer old"]);
  isBack = true;
  expect((await data.rest.from("products").select("id")).data).toEqual([{ id: 7 }]);
  expect(sent).toEqual(["Bearer old", "Bearer new"]);
});

test("with a clock two hours ahead of the server's, an expired session is refreshed once", async () => {
  const hoursAhead = (hours: number) => Math.round(Date.now() / 1000) + hours * 3600;
  const user = { id: "1", user_metadata: {} };
  const session = { access_token: "old", refresh_token: "refresh", token_type: "bearer", user };
  const fetchMock = vi.fn(async () => Response.json({ ...session, expires_in: 3600, expires_at: hoursAhead(-1) }));
  stubBrowser(fetchMock, { ...session, expires_at: hoursAhead(-1) });
  const data = await newBrowserData();
  for (let read = 0; read < 3; read += 1) await data.readSession();
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test("a guest has no session", async () => {
  stubBrowser(async () => Response.json([]));
  expect(await (await newBrowserData()).readSession()).toBeNull();
});
