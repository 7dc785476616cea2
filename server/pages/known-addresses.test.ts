import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { createKnownAddresses } from "./known-addresses.ts";

const loader = () => null;
const page = (value: string) => (/^[1-9]$/.test(value) ? value : null);
const colors = (_first: string, all: readonly string[]) => ["green", "red"].filter((each) => all.includes(each));
const lowerCase = (value: string) => value.toLowerCase() || null;

const ROUTES = Object.fromEntries(
  [
    { id: "root", path: "", module: { loader } },
    { id: "layout", parentId: "root", module: { loader } },
    { id: "index", parentId: "layout", index: true, module: {} },
    { id: "home", parentId: "layout", path: "home", module: {} },
    { id: "listing", parentId: "layout", path: "condiments", module: { loader, handle: { searchParams: { page } } } },
    { id: "product", parentId: "layout", path: "products/:prefix/:productId", module: { loader } },
    { id: "checkout", parentId: "layout", path: "checkout/:orderId", module: {} },
    {
      id: "search",
      parentId: "layout",
      path: "search",
      module: { loader, handle: { searchParams: { q: lowerCase, page }, hasFreeWords: true } },
    },
    {
      id: "shelf",
      parentId: "layout",
      path: "shelf",
      module: { loader, handle: { searchParams: { color: colors, page }, combined: ["color"] } },
    },
    { id: "desk-missing", parentId: "root", path: "desk/*", module: { loader } },
    { id: "missing", parentId: "root", path: "*", module: { loader } },
  ].map((route) => [route.id, route]),
) as unknown as ServerBuild["routes"];

const known = createKnownAddresses(ROUTES);
const pathOf = (address: string) => known(new URL(address, "http://shop.test")).path;

test.for([
  ["/", "/"],
  ["/home?utm_source=x", "/home"],
  ["/HOME/", "/home"],
  ["/h%6Fme", "/home"],
  ["/condiments?page=2&x=1", "/condiments?page=2"],
  ["/condiments?page=two", "/condiments"],
  ["/condiments?page=2&page=3", "/condiments?page=2"],
  ["/home?page=2", "/home"],
  ["/products/meat/7?page=2", "/products/meat/7"],
  ["/products/a%2Fb/7", "/products/a%2Fb/7"],
  ["/_.data", "/_.data"],
  ["/home/_.data", "/home.data"],
  ["/home.data?_routes=layout,made-up", "/home.data?_routes=layout"],
  ["/home.data?_routes=made-up", "/home.data"],
  ["/home.data?_routes=home,layout,root", "/home.data?_routes=root%2Clayout%2Chome"],
  ["/home?_routes=layout", "/home"],
  ["/shelf?page=2&color=red&color=blue&color=green&color=red", "/shelf?color=green&color=red&page=2"],
  ["/shelf?color=blue&color=", "/shelf"],
  ["/search?x=1&page=2&q=Palm%20Oil", "/search?q=palm+oil&page=2"],
  ["/search.data?q=&_routes=search", "/search.data?_routes=search"],
])("%s is normalized to %s", ([address, path]) => {
  expect(pathOf(address as string)).toBe(path);
});

test("the data of a translated start page is that page's", () => {
  const start = { locale: "es", path: "/_.data", isNowhere: false };
  expect(known(new URL("http://shop.test/es.data?_routes=made-up"))).toMatchObject(start);
});

test("all unknown URLs share one page", () => {
  const addresses = "/x/123 /condiments/7 /.env /%E0%A4%A /%F1%81%98%A5%0A /home/home /products/meat".split(" ");
  expect(new Set(addresses.map(pathOf))).toEqual(new Set(["/-"]));
  expect(pathOf("/x/123.data")).toBe("/-.data");
  expect(known(new URL("http://shop.test/desk/x/1"))).toMatchObject({ path: "/desk/-", isNowhere: true });
});

test("the shell of a checkout page is the same for every order", () => {
  expect(pathOf("/checkout/4f1c")).toBe("/checkout/-");
  expect(known(new URL("http://shop.test/checkout/9e9e")).routeId).toBe("checkout");
});

test("URLs with typed text or filters have separate partitions of the cache", () => {
  const partitionOf = (address: string) => known(new URL(address, "http://shop.test")).partition;
  expect(partitionOf("/search?q=rice")).toBe("words");
  expect(partitionOf("/search.data?q=rice")).toBe("words");
  expect(partitionOf("/condiments?page=2")).toBe("shop");
  expect(partitionOf("/shelf?color=red&page=2")).toBe("choices");
  expect(partitionOf("/shelf.data?color=red")).toBe("choices");
  expect(partitionOf("/shelf?color=blue&page=2")).toBe("shop");
});
