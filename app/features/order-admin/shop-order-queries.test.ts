import { expect, test } from "vitest";
import { dashboardAddress, readOrderFilter } from "./shop-order-queries.ts";

const LATE_EVENING = new Date("2026-11-22T05:30:00Z");

test("without a filter in the URL, the dashboard shows today in Texas, with every status", () => {
  expect(readOrderFilter(new URLSearchParams(), LATE_EVENING, "America/Chicago")).toEqual({
    date: "2026-11-21",
    status: "",
    before: "",
    pageIndex: 0,
  });
});

test("today depends on the time zone in the store settings", () => {
  expect(readOrderFilter(new URLSearchParams(), LATE_EVENING, "Europe/London").date).toBe("2026-11-22");
});

test("the URL of a list restores the same filter, an empty date meaning every day", () => {
  for (const filter of [
    { date: "2026-11-20", status: "", before: "" },
    { date: "", status: "paid", before: "2026-11-21" },
  ]) {
    const { searchParams } = new URL(dashboardAddress(filter), "http://shop.test");
    expect(readOrderFilter(searchParams, LATE_EVENING, "America/Chicago")).toEqual({ ...filter, pageIndex: 0 });
  }
});
