import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "#tests/fake-storage.ts";
import { forgetTyping, keepTyping, readKeptTyping } from "./kept-typing.ts";

beforeEach(() => vi.stubGlobal("localStorage", fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

test("what was typed is kept under its own name, until it is forgotten", () => {
  keepTyping("typing ama offer", { value: "20" });
  expect(readKeptTyping("typing ama offer")).toEqual({ typed: { value: "20" }, at: expect.any(String) });
  expect(readKeptTyping("typing kofi offer")).toBeNull();
  forgetTyping("typing ama offer");
  expect(readKeptTyping("typing ama offer")).toBeNull();
});

test("without a session nothing is kept, and what is too long is not kept either", () => {
  keepTyping(null, "typed after the sign-out");
  keepTyping("typing ama table", "x".repeat(1_000_001));
  forgetTyping(null);
  expect([Object.keys(localStorage), readKeptTyping(null)]).toEqual([[], null]);
});

test("a store that refuses, or holds something else, stops no form", () => {
  const key = "typing ama offer";
  localStorage.setItem(key, "{");
  expect(readKeptTyping(key)).toBeNull();
  vi.stubGlobal("localStorage", undefined);
  keepTyping(key, "words");
  forgetTyping(key);
  expect(readKeptTyping(key)).toBeNull();
});
