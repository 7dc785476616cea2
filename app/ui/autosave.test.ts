import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "#tests/fake-storage.ts";
import { autosave, discardAutosave, readAutosave } from "./autosave.ts";

beforeEach(() => vi.stubGlobal("localStorage", fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

test("typed values are saved under their key until they are discarded", () => {
  autosave("typing ama offer", { value: "20" });
  expect(readAutosave("typing ama offer")).toEqual({ typed: { value: "20" }, at: expect.any(String) });
  expect(readAutosave("typing kofi offer")).toBeNull();
  discardAutosave("typing ama offer");
  expect(readAutosave("typing ama offer")).toBeNull();
});

test("values without a session, or that are too long, are not saved", () => {
  autosave(null, "typed after the sign-out");
  autosave("typing ama table", "x".repeat(1_000_001));
  discardAutosave(null);
  expect([Object.keys(localStorage), readAutosave(null)]).toEqual([[], null]);
});

test("blocked storage and invalid stored values are ignored", () => {
  const key = "typing ama offer";
  for (const invalid of ["{", "7", "{}", '{"typed":[]}', '{"typed":[],"at":"soon"}', '{"typed":1,"at":"2026-11-25"}']) {
    localStorage.setItem(key, invalid);
    expect([invalid, readAutosave(key)]).toEqual([invalid, null]);
  }
  vi.stubGlobal("localStorage", undefined);
  autosave(key, "words");
  discardAutosave(key);
  expect(readAutosave(key)).toBeNull();
});
