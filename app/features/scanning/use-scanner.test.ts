import { expect, test } from "vitest";
import { NO_KEYS, withKey } from "./use-scanner.ts";

/**
 * Presses keys at this interval.
 * @returns the scanned codes
 */
function press(keys: readonly string[], pauseMs: number): string[] {
  let state = NO_KEYS;
  return keys.flatMap((key, place) => {
    const next = withKey(state, key, 1000 + place * pauseMs);
    state = next.keys;
    return next.code === null ? [] : [next.code];
  });
}

test("fast keys that end with Enter are a scanned code, one after the other", () => {
  expect(press([..."036000291452", "Enter", ..."4011", "Enter"], 8)).toEqual(["036000291452", "4011"]);
  expect(press(["Shift", "A", "Shift", "B", "-", "1", "Enter"], 8)).toEqual(["AB-1"]);
});

test("slow typing, short input, and other keys are not a code", () => {
  expect(press([..."036000291452", "Enter"], 150)).toEqual([]);
  expect(press([..."12", "Enter", "Enter"], 8)).toEqual([]);
  expect(press([..."0360", "Tab", "Enter"], 8)).toEqual([]);
});

test("keys typed before a scan do not belong to its code", () => {
  let state = withKey(withKey(NO_KEYS, "j", 100).keys, "k", 400).keys;
  const codes = [..."4011", "Enter"].map((key, place) => {
    const next = withKey(state, key, 900 + place * 5);
    state = next.keys;
    return next.code;
  });
  expect(codes.at(-1)).toBe("4011");
});
