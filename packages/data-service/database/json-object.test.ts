import { expect, test } from "vitest";
import { parseJson } from "./json-object.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test.for(["[1]", '{"a":[{"b":"[[[{{{"}]}', '"\\\\"', '{"a":"\\"[[["}', nested(200)])(
  "%s is parsed as by JSON.parse",
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test.for([nested(201), nested(100_000), `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, "[".repeat(1_000_000)])(
  "JSON nested more than 200 levels deep is rejected",
  (text) => {
    expect(() => parseJson(text)).toThrow("nested too deeply");
  },
);

test("a long unterminated text is rejected as by JSON.parse", () => {
  expect(() => parseJson(`"${'\\"'.repeat(500_000)}`)).toThrow(SyntaxError);
});
