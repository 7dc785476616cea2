import { Hono } from "hono";
import { expect, test } from "vitest";
import { createClientAddress } from "./client-address.ts";

/** The address that is read from a request which a socket of `remoteAddress` brought. */
async function addressOf(
  forwarded: string | null,
  { trustsProxy = true, remoteAddress = "192.0.2.1" } = {},
): Promise<string> {
  const read = createClientAddress(trustsProxy);
  const app = new Hono().get("/", (c) => c.text(read(c) ?? "nobody"));
  const headers = forwarded === null ? {} : { "x-forwarded-for": forwarded };
  const answer = await app.request("/", {}, { incoming: { headers, socket: { remoteAddress } } });
  return answer.text();
}

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51000", "203.0.113.9"],
  ["2001:DB8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("a trusted proxy that says %s means the visitor %s", async ([forwarded, address]) => {
  expect(await addressOf(forwarded as string)).toBe(address);
});

test.for(["unknown", "_hidden", "", "203.0.113.9, unknown", "1.2.3", "203.0.113.9:port"])(
  'a proxy that says "%s" leaves the address of the connection',
  async (forwarded) => {
    expect(await addressOf(forwarded)).toBe("192.0.2.1");
  },
);

test("a visitor who names an address without a proxy is not believed", async () => {
  expect(await addressOf("203.0.113.9", { trustsProxy: false })).toBe("192.0.2.1");
});

test("an IPv4 visitor on a socket of both versions has one address", async () => {
  expect(await addressOf(null, { remoteAddress: "::ffff:192.0.2.7" })).toBe("192.0.2.7");
});
