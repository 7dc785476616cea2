import { expect, onTestFinished, test, vi } from "vitest";
import { fakeStorage } from "#tests/fake-storage.ts";
import { emptyBag, isBagStored, readBag, writeBag } from "./bag.ts";

test("a bag that cannot be stored stays in memory, and the recorded sale does not return on a reload", () => {
  const storage = fakeStorage();
  vi.stubGlobal("localStorage", storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  const sold = { ...emptyBag(), lines: [{ key: "7" }] as never };
  writeBag(sold);
  expect(isBagStored()).toBe(true);
  storage.setItem = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  const more = { ...sold, code: "YAM10" };
  writeBag(more);
  expect([isBagStored(), readBag()]).toEqual([false, more]);
  expect(storage.getItem("tillBag")).toBe(JSON.stringify(sold));
  writeBag(emptyBag());
  expect(readBag().lines).toEqual([]);
  expect(storage.getItem("tillBag")).toBeNull();
});
