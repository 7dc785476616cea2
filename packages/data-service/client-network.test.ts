import { expect, test } from "vitest";
import { networkOf, siteOf } from "./client-network.ts";

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["unknown", ""],
  ["1", ""],
])("a client at %s is counted as %s", ([address, network]) => {
  expect(networkOf(address as string)).toBe(network);
});

test("an IPv6 address is also counted by its site", () => {
  expect(siteOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::/48");
  expect(siteOf("2001:db8:1:ffff::1")).toBe("2001:db8:1::/48");
  for (const address of ["203.0.113.9", "::ffff:203.0.113.9", "unknown", null]) expect(siteOf(address)).toBeNull();
});

test("a call within the process has no network", () => {
  expect(networkOf(null)).toBe("");
});
