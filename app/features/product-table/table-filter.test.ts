import { expect, test } from "vitest";
import { sortedBy, tableAddress, tableFilterFrom } from "./table-filter.ts";

const filterAt = (search: string) => tableFilterFrom(new URLSearchParams(search));

test.for([
  "/desk/products",
  "/desk/products?words=palm+oil&category=drinks&status=hidden&stock=low&sort=-price",
  "/desk/products?status=every&sort=added",
  "/desk/products?sort=-name",
])("the filter in %s produces the same URL", (address) => {
  expect(tableAddress(filterAt(address.split("?")[1] ?? ""))).toBe(address);
});

test("unknown values in an address are left out", () => {
  const address = tableAddress(filterAt(`words=${"x".repeat(70)}&category=gadgets&status=gone&stock=1&sort=-color`));
  expect(address).toBe(`/desk/products?words=${"x".repeat(60)}`);
});

test("a heading sorts by its column, and the next press the other way around", () => {
  const byPrice = sortedBy(filterAt("words=oil"), "price");
  expect(byPrice).toMatchObject({ words: "oil", sort: "price", isDescending: false });
  expect(sortedBy(byPrice, "price").isDescending).toBe(true);
  expect(sortedBy(sortedBy(byPrice, "price"), "stock")).toMatchObject({ sort: "stock", isDescending: false });
});
