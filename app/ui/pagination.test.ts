import { expect, test } from "vitest";
import { pageAddress, pageCountOf, pageIndexFrom, pageOf, rowsOfPage } from "./pagination.ts";

test("the first page has one URL, and the others have their number", () => {
  expect(pageAddress("/condiments", 0)).toBe("/condiments");
  expect(pageAddress("/condiments", 1)).toBe("/condiments?page=2");
});

test("a URL without a valid page number opens the first page", () => {
  const indexes = ["", "page=1", "page=3", "page=0", "page=-1", "page=two", "page=1.5"].map((query) =>
    pageIndexFrom(new URLSearchParams(query)),
  );
  expect(indexes).toEqual([0, 0, 2, 0, 0, 0, 0]);
});

test("18 products fill three pages of 8, and an empty list has one page", () => {
  expect(pageCountOf(18, 8)).toBe(3);
  expect(pageCountOf(16, 8)).toBe(2);
  expect(pageCountOf(0, 8)).toBe(1);
});

test("the third page of 18 products has the last two, and there is no fourth", () => {
  expect(rowsOfPage(2, 8)).toEqual([16, 23]);
  expect(pageOf(["q", "r"], 18, { pageIndex: 2, pageSize: 8 })).toEqual({
    items: ["q", "r"],
    pageIndex: 2,
    pageCount: 3,
    totalCount: 18,
  });
  expect(pageOf([], 18, { pageIndex: 3, pageSize: 8 })).toBeNull();
  expect(pageOf([], 0, { pageIndex: 0, pageSize: 8 })).toMatchObject({ pageCount: 1 });
});
