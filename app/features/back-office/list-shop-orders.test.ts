import { expect, test } from "vitest";
import { readOrderFilter } from "./list-shop-orders.ts";

const LATE_EVENING = new Date("2026-11-22T05:30:00Z");

test("without an address the dashboard shows today in Texas, with every status", () => {
  expect(readOrderFilter(new URLSearchParams(), LATE_EVENING)).toEqual({ date: "2026-11-21", status: "" });
});

test("a day that was emptied means every day", () => {
  const search = new URLSearchParams("date=&status=paid");
  expect(readOrderFilter(search, LATE_EVENING)).toEqual({ date: "", status: "paid" });
});
