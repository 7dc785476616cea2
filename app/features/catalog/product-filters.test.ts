import { expect, test } from "vitest";
import { compareSizes, filteredAddress, filtersFromParams, isPlain, PLAIN, SORTS } from "./product-filters.ts";

const read = (search: string) => filtersFromParams(new URLSearchParams(search));

test("the URL sets the sort order and the filters", () => {
  expect(
    read("sort=price&available=yes&offer=yes&snap=yes&storage=frozen&storage=shelf&free=soy&free=milk&size=XL&size=M"),
  ).toEqual({
    sort: "price",
    isAvailable: true,
    isOnOffer: true,
    isSnapEligible: true,
    storage: ["shelf", "frozen"],
    freeOf: ["milk", "soy"],
    sizes: ["M", "XL"],
  });
});

test.for([
  "",
  "x=1&page=2",
  "sort=&available=&offer=",
  "sort=Price&available=1&offer=no&snap=1&storage=cold&free=gluten",
  "sort=price%27;drop",
  `size=${"x".repeat(41)}&size=%20&size=a%00b`,
])("the query %j sets no sort order or filter", (search) => {
  expect(read(search)).toEqual(PLAIN);
  expect(isPlain(read(search))).toBe(true);
});

test("equal filters have one URL, from which the same filters are parsed", () => {
  const same = ["free=soy&free=milk&sort=price", "sort=price&free=milk&free=soy&free=soy&x=2&offer=no"];
  for (const search of same) {
    const address = filteredAddress("/condiments", read(search));
    expect(address).toBe("/condiments?sort=price&free=milk&free=soy");
    expect(read(address.split("?")[1] ?? "")).toEqual(read(search));
  }
  expect(filteredAddress("/condiments", PLAIN)).toBe("/condiments");
  expect(filteredAddress("/search?q=rice", { ...PLAIN, isOnOffer: true })).toBe("/search?q=rice&offer=yes");
  for (const sort of SORTS) expect(read(`sort=${sort}`).sort).toBe(sort);
});

test("a URL has at most eight sizes, sorted from small to large", () => {
  expect(["XXL", "2-4 years", "M", "One size", "3XL", "S", "8-10 years", "L", "XS", "XL"].sort(compareSizes)).toEqual(
    "2-4 years | 8-10 years | XS | S | M | L | XL | XXL | 3XL | One size".split(" | "),
  );
  const many = new URLSearchParams(Array.from({ length: 500 }, (_, place) => ["size", `size ${place}`]));
  expect(filtersFromParams(many).sizes.length).toBe(8);
});
