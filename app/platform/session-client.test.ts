import { AuthClient } from "@supabase/auth-js";
import { afterEach, expect, test, vi } from "vitest";

/** Tests the behavior of the official auth client that the store depends on. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a refresh during an outage is retried after 200 ms, then after twice as long each time", async () => {
  vi.useFakeTimers();
  const start = Date.now();
  const requestTimes: number[] = [];
  const auth = new AuthClient({
    url: "http://auth.test/auth/v1",
    persistSession: false,
    autoRefreshToken: false,
    fetch: async () => {
      requestTimes.push(Date.now() - start);
      return new Response("busy", { status: 503 });
    },
  });
  const refreshed = auth.refreshSession({ refresh_token: "a token" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refreshed).error?.name).toBe("AuthRetryableFetchError");
  const pauses = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0));
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
});

test("a rejected refresh is not retried", async () => {
  let count = 0;
  const auth = new AuthClient({
    url: "http://auth.test/auth/v1",
    persistSession: false,
    autoRefreshToken: false,
    fetch: async () => {
      count += 1;
      return Response.json(
        { code: 400, error_code: "refresh_token_already_used", msg: "Already Used" },
        { status: 400 },
      );
    },
  });
  const { error } = await auth.refreshSession({ refresh_token: "a token" });
  expect([error?.code, count]).toEqual(["refresh_token_already_used", 1]);
});

test.for([
  [119, 0],
  [121, 1],
] as const)("a session from a URL that is %i seconds old logs %i warnings", async ([age, warnings]) => {
  const session = new URLSearchParams({
    access_token: "an.access.token",
    refresh_token: "a token",
    token_type: "bearer",
    expires_in: "3600",
    expires_at: String(Math.round(Date.now() / 1000) - age + 3600),
  });
  const history = { replaceState: () => undefined, state: null };
  const location = { href: `http://shop.test/auth#${session}`, hash: "" };
  vi.stubGlobal("window", {
    location,
    history,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("document", { visibilityState: "visible" });
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const auth = new AuthClient({
    url: "http://auth.test/auth/v1",
    flowType: "implicit",
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: true,
    fetch: async () => Response.json({ id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", aud: "authenticated" }),
  });
  expect((await auth.initialize()).error).toBeNull();
  expect(warned.mock.calls.filter(([text]) => String(text).includes("issued over 120s ago"))).toHaveLength(warnings);
});
