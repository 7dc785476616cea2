import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { createKnownAddresses } from "./known-addresses.ts";

const loader = () => null;
const page = (value: string) => (/^[1-9]$/.test(value) ? value : null);

const ROUTES = Object.fromEntries(
  [
    { id: "root", path: "", module: { loader } },
    { id: "layout", parentId: "root", module: { loader } },
    { id: "index", parentId: "layout", index: true, module: {} },
    { id: "home", parentId: "layout", path: "home", module: {} },
    {
      id: "listing",
      parentId: "layout",
      path: "condiments",
      module: { loader, handle: { searchParams: { page } } },
    },
    { id: "product", parentId: "layout", path: "products/:prefix/:productId", module: { loader } },
    { id: "checkout", parentId: "layout", path: "checkout/:orderId", module: {} },
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
])("%s is the page %s", ([asked, path]) => {
  expect(pathOf(asked as string)).toBe(path);
});

test("whatever is no address of the shop is one and the same page", () => {
  const asked = [
    "/x/123",
    "/condiments/7",
    "/.env",
    "/%E0%A4%A",
    "/%F1%81%98%A5%0A",
    "/home/home",
    "/products/meat",
  ];
  expect(new Set(asked.map(pathOf))).toEqual(new Set(["/-"]));
  expect(pathOf("/x/123.data")).toBe("/-.data");
});

test("the shell of an order's page is the same for every order, and knows none", () => {
  expect(pathOf("/checkout/4f1c")).toBe("/checkout/-");
  expect(known(new URL("http://shop.test/checkout/9e9e")).routeId).toBe("checkout");
});
