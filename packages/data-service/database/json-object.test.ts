import { expect, test } from "vitest";
import { parseJson } from "./json-object.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test.for(["[1]", '{"a":[{"b":"[[[{{{"}]}', '"\\\\"', '{"a":"\\"[[["}', nested(200)])(
  "%s is read as JSON.parse reads it",
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test.for([nested(201), nested(100_000), `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, "[".repeat(1_000_000)])(
  "JSON that is nested more than 200 levels deep is refused",
  (text) => {
    expect(() => parseJson(text)).toThrow("nested too deeply");
  },
);

test("a long text without an end is refused as JSON.parse refuses it", () => {
  expect(() => parseJson(`"${'\\"'.repeat(500_000)}`)).toThrow(SyntaxError);
});
