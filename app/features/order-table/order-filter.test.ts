import { expect, test } from "vitest";
import {
  ALL_ORDERS,
  activeFilters,
  filterRow,
  orderCountText,
  orderCursorFrom,
  orderFilterFrom,
  orderTableAddress,
  presets,
  searchOfFilter,
} from "./order-filter.ts";

const TEXAS = "America/Chicago";
const from = (search: string) => orderFilterFrom(new URLSearchParams(search));

test("the URL holds every filter, in one order, and leaves out unknown values", () => {
  const search =
    "words=yam&status=paid&status=ready&fulfillment=delivery&payment=paid&payment=refunded&from=2026-11-01&to=2026-11-25&slot=today&needs=fee";
  expect(searchOfFilter(from(search))).toBe(search);
  expect(searchOfFilter(from("status=ready&payment=refunded&status=paid&words=+yam+"))).toBe(
    "words=yam&status=paid&status=ready&payment=refunded",
  );
  expect(from("status=eaten&fulfillment=drone&payment=gold&from=2026-13-01&to=x&slot=someday&needs=love")).toEqual(
    ALL_ORDERS,
  );
  expect(orderTableAddress(ALL_ORDERS)).toBe("/desk/orders");
});

test("each preset is a canonical search", () => {
  expect(presets().map(({ search }) => searchOfFilter(from(search)))).toEqual(presets().map(({ search }) => search));
});

test("the URL of a page contains the order that it follows or precedes", () => {
  const cursor = { placedAt: "2026-11-25T19:00:00.123456+00:00", number: 1042, isBackward: false };
  for (const each of [cursor, { ...cursor, isBackward: true }]) {
    const address = new URL(orderTableAddress(from("needs=fee"), each), "https://store.example");
    expect(orderCursorFrom(address.searchParams)).toEqual(each);
    expect(orderFilterFrom(address.searchParams).needs).toBe("fee");
  }
  for (const text of ["", "after=1042", "after=2026-99-25T19:00:00Z_1", "before=x_1"]) {
    expect(orderCursorFrom(new URLSearchParams(text))).toBeNull();
  }
});

test("today and tomorrow are days of the store", () => {
  // In Texas it is still November 24.
  const now = new Date("2026-11-25T04:00:00Z");
  expect(filterRow(from("slot=today"), now, TEXAS)).toEqual({ slot_day: "2026-11-24" });
  expect(filterRow(from("slot=tomorrow"), now, TEXAS)).toEqual({ slot_day: "2026-11-25" });
  expect(filterRow(from("slot=2026-12-31&to=2026-11-01&fulfillment=pickup"), now, TEXAS)).toEqual({
    slot_day: "2026-12-31",
    last_day: "2026-11-01",
    delivery_type: "pickup",
  });
  expect(filterRow(ALL_ORDERS, now, TEXAS)).toEqual({});
});

test("each active filter is named and can be removed alone", () => {
  const filter = from(
    "words=yam&status=paid&status=ready&payment=unpaid&from=2026-11-01&slot=tomorrow&needs=missing_line",
  );
  expect(activeFilters(filter).map(({ text, without }) => `${text} → ${searchOfFilter(without)}`)).toEqual([
    "Paid → words=yam&status=ready&payment=unpaid&from=2026-11-01&slot=tomorrow&needs=missing_line",
    "Ready for pickup → words=yam&status=paid&payment=unpaid&from=2026-11-01&slot=tomorrow&needs=missing_line",
    "Payment: unpaid → words=yam&status=paid&status=ready&from=2026-11-01&slot=tomorrow&needs=missing_line",
    "Placed from Nov 1, 2026 → words=yam&status=paid&status=ready&payment=unpaid&slot=tomorrow&needs=missing_line",
    "Due tomorrow → words=yam&status=paid&status=ready&payment=unpaid&from=2026-11-01&needs=missing_line",
    "Missing lines → words=yam&status=paid&status=ready&payment=unpaid&from=2026-11-01&slot=tomorrow",
  ]);
});

test("a count ends at 1,000", () => {
  expect([0, 1, 1000, 1001].map(orderCountText)).toEqual(["0 orders", "1 order", "1,000 orders", "1,000+ orders"]);
});
