import { expect, test } from "vitest";
import { shopTimeOf } from "./shop-clock.ts";
import { cacheClock, knownClockOf } from "./wall-clock.ts";

const TEXAS = "America/Chicago";

test.each([TEXAS, "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])(
  "the cached offsets of %s give the same local times, even around clock changes",
  (timeZone) => {
    const now = new Date("2026-11-23T03:41:00Z");
    const clock = knownClockOf(timeZone, now);
    const changes = clock.offsets.map(([from]) => from);
    const instants = [now.getTime(), ...changes.flatMap((at) => [at - 60_000, at, at + 3_600_000]), clock.until];
    const localTimes = () => instants.map((instant) => shopTimeOf(new Date(instant), timeZone));
    cacheClock({ ...clock, timeZone: "nowhere" });
    const looked = localTimes();
    cacheClock(clock);
    expect(localTimes()).toEqual(looked);
  },
);

test("the offsets of Texas have two clock changes per year", () => {
  expect(knownClockOf(TEXAS, new Date("2026-11-23T03:41:00Z")).offsets).toEqual([
    [Date.parse("2026-11-22T00:00:00Z"), -360],
    [Date.parse("2027-03-14T08:00:00Z"), -300],
    [Date.parse("2027-11-07T07:00:00Z"), -360],
  ]);
});
