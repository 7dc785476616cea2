import { expect, test } from "vitest";
import { createLog } from "#server/observe/log.ts";
import { aProduct, ORIGIN, openTestShop } from "#tests/running-shop.ts";
import { createRequestLog } from "./request-log.ts";

type Line = { what: string; id: string; [fact: string]: unknown };

const PASSWORD = "long enough";
const written: string[] = [];

const shop = await openTestShop({ onLogLine: (line) => void written.push(line), maxSignInFailures: 2 });
const ama = await shop.signUp("Ama Logged");
const admin = await shop.signUpAdmin("Kofi Logged");

/** Sends a request to the whole store, and returns its response and log lines. */
async function ask(path: string, init: RequestInit & { token?: string } = {}) {
  const { token = shop.keys.anonKey, ...rest } = init;
  const response = await shop.app.request(`${ORIGIN}${path}`, {
    ...rest,
    headers: { apikey: shop.keys.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  const id = response.headers.get("x-request-id");
  const lines = () => written.map((line) => JSON.parse(line) as Line).filter((line) => line.id === id);
  return { status: response.status, lines, findLine: (what: string) => lines().find((line) => line.what === what) };
}

const signIn = (email: string, password: string) =>
  ask("/auth/v1/token?grant_type=password", { method: "POST", body: JSON.stringify({ email, password }) });

test("each request has one line with its id, and its path without the query", async () => {
  expect((await ask("/rest/v1/condiments?select=id&product=eq.hush")).lines()).toEqual([
    {
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      what: "request",
      id: expect.any(String),
      method: "GET",
      path: "/rest/v1/condiments",
      status: expect.any(Number),
      ms: expect.any(Number),
    },
  ]);
});

function aLog(format: "text" | "json") {
  const lines: string[] = [];
  const target = { write: (line: string) => void lines.push(line), close: () => undefined };
  return { log: createLog({ format, target, now: () => new Date("2026-11-22T08:00:00Z") }), lines };
}

test("with all requests logged, a page has a line with its times", () => {
  const { log, lines } = aLog("text");
  const timing = { cache: "rendered", queueMs: 1.26, renderMs: 80, databaseMs: 30.04 } as const;
  for (const requests of ["some", "all"] as const) {
    createRequestLog({ log, requests, isStaff: async () => false }).page?.({
      type: "page",
      path: "/condiments?page=2",
      ...timing,
    });
  }
  expect(lines).toEqual([
    expect.stringMatching(/ page path=\/condiments cache=rendered queue=1.3 render=80 database=30\n$/),
  ]);
});

test("a login is logged with account, method, and request id", async () => {
  expect((await signIn(ama.email, PASSWORD)).findLine("sign-in")).toMatchObject({ user: ama.id, method: "password" });
});

test("rejections are logged with the reason, and with the account only for a valid token", async () => {
  const forged = `${ama.accessToken.split(".").slice(0, 2).join(".")}.AAAA`;
  for (const [path, status] of [
    ["/auth/v1/user", 403],
    ["/rest/v1/orders", 401],
  ] as const) {
    const bad = await ask(path, { token: forged });
    expect([path, bad.status]).toEqual([path, status]);
    expect(bad.findLine("refusal")).toMatchObject({ status, user: null });
  }
  const forbidden = await ask("/auth/v1/admin/users", { token: ama.accessToken });
  expect(forbidden.status).toBe(403);
  expect(forbidden.findLine("refusal")).toMatchObject({ status: 403, user: ama.id, reason: expect.any(String) });
  const wrong = await signIn(admin.email, "not the password");
  expect(wrong.findLine("refusal")).toMatchObject({ status: 400, user: null, reason: "invalid_credentials" });
  for (const _ of [1, 2]) await signIn(admin.email, "not the password");
  const tooOften = await signIn(admin.email, "not the password");
  expect(tooOften.status).toBe(429);
  expect(tooOften.findLine("refusal")).toMatchObject({ status: 429, path: "/auth/v1/token" });
});

test("changes by an admin are logged with account and row; those by a customer are not", async () => {
  const product = await aProduct(shop, {});
  const { status, findLine } = await ask(`/rest/v1/condiments?id=eq.${product.id}`, {
    ...{ method: "PATCH", body: JSON.stringify({ price: 12.5 }) },
    token: admin.accessToken,
  });
  expect(status).toBeLessThan(300);
  await expect
    .poll(() => findLine("admin"))
    .toMatchObject({ user: admin.id, method: "PATCH", path: "/rest/v1/condiments", row: `eq.${product.id}` });
  const own = { method: "PATCH", body: JSON.stringify({ name: "Ama" }), token: ama.accessToken };
  const customers = await ask(`/rest/v1/profiles?id=eq.${ama.id}`, own);
  const forged = Buffer.from('{"role":"service_role"}').toString("base64url");
  const posing = await ask("/auth/v1/token?grant_type=password", {
    method: "POST",
    body: JSON.stringify({ email: ama.email, password: PASSWORD }),
    token: `a.${forged}.a`,
  });
  const key = { method: "PATCH", body: JSON.stringify({}), token: shop.keys.serviceRoleKey };
  const program = await ask("/rest/v1/profiles?id=eq.00000000-0000-4000-8000-000000000000", key);
  await expect.poll(() => program.findLine("admin")).toMatchObject({ user: "service_role" });
  expect(customers.status).toBeLessThan(300);
  expect(posing.lines().map(({ what }) => what)).toEqual(["sign-in", "request"]);
  expect(customers.lines().map(({ what }) => what)).toEqual(["request"]);
});

test("no log line contains a token, a password, an email address, or typed text", () => {
  const all = written.join("");
  expect(written.length).toBeGreaterThan(5);
  for (const secret of [ama.accessToken, admin.accessToken, shop.keys.serviceRoleKey, PASSWORD, ama.email, "hush"])
    expect(all).not.toContain(secret);
});

test("a text log line stays one line whatever it contains", () => {
  const { log, lines } = aLog("text");
  log.write("request", { id: "a1", path: "/x\n2026 admin user=me", status: 404, user: null });
  expect(lines).toEqual(['2026-11-22T08:00:00.000Z request id=a1 path="/x\\n2026 admin user=me" status=404\n']);
});

test.for(["text", "json"] as const)("no character in a %s line controls a terminal or breaks the line", (format) => {
  const { log, lines } = aLog(format);
  // An 8-bit control character, delete, two line separators, and a right-to-left override.
  const path = "/caf\u00e9\u009b31m\u007f\u0085\u2028\u202e";
  log.write("request", { id: "a1", path });
  expect(lines[0]).toMatch(/^[\x20-\x7e]+\n$/);
  expect(lines[0]).toContain("\\u009b31m\\u007f\\u0085\\u2028\\u202e");
  if (format === "json") expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path });
});
