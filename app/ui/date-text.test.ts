import { expect, test } from "vitest";
import { dateTimeText } from "./date-text.ts";

test("an instant is written the US way, with 12 hours, on the shop's clock", () => {
  expect(dateTimeText("2026-11-21T21:05:00Z")).toBe("Nov 21, 2026, 3:05 PM");
  expect(dateTimeText("2026-07-04T05:00:00Z")).toBe("Jul 4, 2026, 12:00 AM");
});
