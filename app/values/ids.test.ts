import { expect, test } from "vitest";
import { isUuid, randomHex, randomUuid } from "./ids.ts";

test("every random id is a unique UUID of version 4", () => {
  const ids = Array.from({ length: 100 }, randomUuid);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}4.{4}[89ab]/);
  }
});

test.each(["", "7", "6f9619ff8b864d01b42d00cf4fc964ff", " 6f9619ff-8b86-4d01-b42d-00cf4fc964ff"])(
  "%o is not an id",
  (text) => {
    expect(isUuid(text)).toBe(false);
  },
);

test("random hexadecimal text has the requested length and differs each time", () => {
  const signs = new Set(Array.from({ length: 100 }, () => randomHex(8)));
  expect(signs.size).toBe(100);
  expect([...signs].every((each) => /^[0-9a-f]{16}$/.test(each))).toBe(true);
});
