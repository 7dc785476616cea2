import { expect, test } from "vitest";
import { stampText } from "./accounting-exports.ts";

test("times in files are in the store's time zone, in summer, in winter and across midnight", () => {
  const stamps = ["2026-11-26T03:15:40.123456+00:00", "2026-07-04T17:00:00Z"];
  expect(stamps.map((instant) => stampText(instant, "America/Chicago"))).toEqual([
    "2026-11-25 21:15",
    "2026-07-04 12:00",
  ]);
  expect(stampText(stamps[0] ?? "", "Africa/Lagos")).toBe("2026-11-26 04:15");
});
