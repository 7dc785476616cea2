import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { TrustedProxies } from "#server/base/trusted-proxies.ts";
import { createClientAddress } from "./client-address.ts";

/** Returns the client address that is read from a request over a connection from `remoteAddress`. */
async function addressOf(
  forwarded: string | null,
  { proxies = 1 as TrustedProxies, remoteAddress = "192.0.2.1" } = {},
): Promise<string> {
  const read = createClientAddress(proxies);
  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>().get("/", (c) => c.text(read(c) ?? "nobody"));
  const headers = forwarded === null ? {} : { "x-forwarded-for": forwarded };
  return (await app.request("/", {}, { incoming: { headers, socket: { remoteAddress } } })).text();
}

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51000", "203.0.113.9"],
  ["2001:DB8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("X-Forwarded-For %s from a trusted proxy means the client %s", async ([forwarded, address]) => {
  expect(await addressOf(forwarded as string)).toBe(address);
});

test.for(["unknown", "_hidden", "", "203.0.113.9, unknown", "1.2.3", "203.0.113.9:port"])(
  'with X-Forwarded-For "%s", the address of the connection counts',
  async (forwarded) => {
    expect(await addressOf(forwarded)).toBe("192.0.2.1");
  },
);

test("without a trusted proxy, X-Forwarded-For is ignored", async () => {
  expect(await addressOf("203.0.113.9", { proxies: 0 })).toBe("192.0.2.1");
});

test("an IPv4 client of a dual-stack socket has its IPv4 address", async () => {
  expect(await addressOf(null, { remoteAddress: "::ffff:192.0.2.7" })).toBe("192.0.2.7");
});

const CDN = "198.51.100.7";
test.for([
  ["a CDN and a balancer", 2, `203.0.113.9, ${CDN}`, "203.0.113.9"],
  ["a client that adds an entry of its own", 2, `1.1.1.1, 203.0.113.9, ${CDN}`, "203.0.113.9"],
  ["fewer entries than proxies", 3, `203.0.113.9, ${CDN}`, "203.0.113.9"],
  ["networks of a CDN and a balancer", ["192.0.2.0/24", "198.51.100.0/24"], `203.0.113.9, ${CDN}`, "203.0.113.9"],
  ["networks, and a forged entry", ["192.0.2.0/24", CDN], `1.1.1.1, 203.0.113.9, ${CDN}`, "203.0.113.9"],
  ["networks, and a client past the CDN", ["192.0.2.1"], "198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["networks, and a client past all proxies", ["10.0.0.0/8"], "203.0.113.9", "192.0.2.1"],
  ["networks, and an entry that names nobody", ["192.0.2.0/24", CDN], `203.0.113.9, unknown, ${CDN}`, CDN],
  ["networks of version 6", ["192.0.2.1", "2001:db8::/32"], "203.0.113.9, 2001:db8::5", "203.0.113.9"],
] as const)("behind proxies, %s: the client's address is found", async ([, proxies, forwarded, address]) => {
  expect(await addressOf(forwarded, { proxies })).toBe(address);
});
