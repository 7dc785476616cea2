import { expect, test } from "vitest";
import { breadcrumbOf, deskPageTitle, findDeskPage, isAddressAllowed, sectionsFor } from "./desk-pages.ts";

const owner = sectionsFor({ role: "owner" });

function addressesFor(role: "owner" | "manager" | "packer" | "driver" | "customer"): string[] {
  return sectionsFor({ role }).flatMap(({ pages }) => pages.map(({ to }) => to));
}

function breadcrumbAt(pathname: string, search = "") {
  const location = findDeskPage({ pathname, search }, owner);
  return location && breadcrumbOf(location).map(({ name, path }) => `${name} ${path}`);
}

test("each role gets the pages that it may open", () => {
  expect(addressesFor("packer")).toEqual(["/desk"]);
  expect(addressesFor("driver")).toEqual(["/desk/my-run"]);
  expect(addressesFor("customer")).toEqual([]);
  const forOwnerOnly = addressesFor("owner").filter((path) => !addressesFor("manager").includes(path));
  expect(forOwnerOnly.toSorted()).toEqual(
    `
    /desk/audit-log /desk/backups /desk/first-steps /desk/settings/codes /desk/settings/feeds
    /desk/settings/pay-in-store /desk/settings/payment /desk/settings/tax /desk/settings/tax/report
    /desk/settings/zones /desk/staff`
      .trim()
      .split(/\s+/),
  );
});

test.for([
  ["/desk", "", ["owner", "manager", "packer"]],
  ["/desk/print", "?orders=1", ["owner", "manager", "packer"]],
  ["/desk/orders", "?words=yam", ["owner", "manager"]],
  ["/desk/orders/7", "", ["owner", "manager", "packer"]],
  ["/desk/today", "", ["owner", "manager"]],
  ["/desk/articles/7", "", ["owner", "manager"]],
  ["/desk/staff/", "", ["owner"]],
  ["/desk/Staff", "", ["owner"]],
  ["/desk/runs", "", ["owner", "manager"]],
  ["/desk/my-run", "", ["owner", "manager", "driver"]],
] as const)("%s%s stays open for %j", ([pathname, search, roles]) => {
  const all = ["owner", "manager", "packer", "driver", "customer"] as const;
  expect(all.filter((role) => isAddressAllowed({ pathname, search }, { role }))).toEqual(roles);
});

test.for([
  ["/desk", "", []],
  ["/desk", "?order=1", ["Orders /desk"]],
  ["/desk/print", "?orders=1", ["Orders /desk"]],
  ["/desk/orders", "?after=2026-11-25", ["Orders /desk"]],
  ["/desk/orders/7", "", ["Orders /desk", "All orders /desk/orders"]],
  ["/desk/products", "?page=2", []],
  ["/desk/products/import", "", ["Products /desk/products"]],
  ["/desk/products/import", "?import=1", ["Products /desk/products", "Import and export /desk/products/import"]],
  ["/desk/products/drinks/7", "", ["Products /desk/products"]],
  ["/desk/stock", "", ["Products /desk/products"]],
  ["/desk/stock/receive", "", ["Products /desk/products", "Stock /desk/stock"]],
  ["/desk/articles/7", "", ["Content /desk/articles"]],
  ["/desk/customers/7", "", ["Customers /desk/customers"]],
  ["/desk/settings/hours/", "", ["Settings /desk/settings"]],
  ["/desk/settings/tax/report", "", ["Reports /desk/reports"]],
  ["/desk/day", "", ["Reports /desk/reports"]],
] as const)("the breadcrumb of %s%s is %j", ([pathname, search, steps]) => {
  expect(breadcrumbAt(pathname, search)).toEqual(steps);
});

test("a page has the title of its menu entry", () => {
  expect(["/desk", "/desk/Stock/count/"].map(deskPageTitle)).toEqual(["Order board", "Count stock"]);
});

test("a URL outside the back office has no page", () => {
  expect(findDeskPage({ pathname: "/deskundig", search: "" }, owner)).toBeNull();
});
