import { expect, test } from "vitest";
import { emptyCart } from "./cart.ts";
import { deliveryFrom, deliveryText } from "./stored-delivery.ts";

test("stored delivery choices are restored", () => {
  const chosen = {
    deliveryOption: "delivery",
    deliveryAddress: "18 Cypress Bend",
    deliveryUnit: "Apt 4",
    deliveryCity: "Humble",
    driverNote: "The gate's code is 1234.",
    deliveryPhoneNumber: "(281) 555-0123",
    windowStartsAt: "2026-11-28T20:00:00+00:00",
    note: "Ring twice.",
  } as const;
  expect(deliveryFrom(deliveryText(chosen))).toEqual(chosen);
});

test("invalid stored data chooses nothing", () => {
  for (const text of [null, "", "not json", "7", "null", '{"option":"drone","address":7,"window":"soon","note":[]}']) {
    expect(emptyCart).toMatchObject(deliveryFrom(text));
  }
});
