import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

test("an event is written in UTC, with commas escaped and long lines folded", () => {
  const file = calendarFile(
    {
      id: "order-1001@calabash.example",
      startsAt: "2026-11-28T14:00:00-06:00",
      endsAt: "2026-11-28T16:00:00-06:00",
      title: "Pick up order 1001",
      place: "1000 Market Street, Houston, Texas 77073",
      notes: "Bring the order number.\nCall us if you are late, or if somebody else comes in your place.",
    },
    new Date("2026-11-25T12:00:00Z"),
  );
  const lines = file.split("\r\n");
  expect(lines).toContain("DTSTAMP:20261125T120000Z");
  expect(lines).toContain("DTSTART:20261128T200000Z");
  expect(lines).toContain("DTEND:20261128T220000Z");
  expect(lines).toContain("LOCATION:1000 Market Street\\, Houston\\, Texas 77073");
  expect(file).toContain("DESCRIPTION:Bring the order number.\\nCall us");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
