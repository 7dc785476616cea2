import { expect, test } from "vitest";
import type { KnownAddress } from "./known-addresses.ts";
import { createPublicGate } from "./public-gate.ts";

const address = (path: string, isNowhere = false): KnownAddress => ({
  locale: "en",
  path,
  routeId: "page",
  isData: false,
  isNowhere,
  partition: "shop",
});

test("a closed store shows the public the opening-soon page, logins, and pages of orders that staff took", () => {
  const gate = createPublicGate();
  const targetOf = (path: string, cookie = "") =>
    gate.redirectPublic({ headers: new Headers({ cookie }) }, address(path))?.headers.get("location") ?? null;
  expect([targetOf("/home"), targetOf("/opening-soon")]).toEqual([null, "/home"]);
  gate.setOpen(false);
  for (const path of ["/home", "/condiments?page=2", "/search?q=pay", "/cart", "/payments"]) {
    expect([path, targetOf(path)]).toEqual([path, "/opening-soon"]);
  }
  for (const path of "/opening-soon /auth /auth/reset /desk /orders/- /order-link /pay /privacy".split(" ")) {
    expect([path, targetOf(path)]).toEqual([path, null]);
  }
  expect(targetOf("/home", "shop-preview=1")).toBeNull();
});
