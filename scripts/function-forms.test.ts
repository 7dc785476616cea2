import { lostForms, readCode } from "@calabash/data-service/database";
import { expect, test } from "vitest";
import { readShopSchema } from "#server/database/shop-schema.ts";
import {
  findPreviousRelease,
  readCalledNames,
  readReleaseSchema,
  readVersion,
} from "./test-environment/previous-release.ts";

/** Comment of a form of a function that only processes of an earlier version call. */
const EARLIER_FORM = /^-- Form of (\d+\.\d+\.\d+),/gm;

const previous = findPreviousRelease();

test("functions that processes of the previous release call keep their parameters", (context) => {
  if (previous === null) return context.skip("git has no previous release here: fetch its history");
  const called = readCalledNames(previous);
  // Before 1.0.0 a grant could name several functions.
  const before = readReleaseSchema(previous).text.replaceAll(/^grant [^;]+;/gm, "");
  const lost = lostForms(readCode(before), readCode(readShopSchema().text));
  // Keep the form for one version: `-- Form of 1.0.0, for processes that are not replaced yet.`
  expect(lost.filter((form) => called.has(form.replace(/^\w+\.(\w+)\(.*/s, "$1")))).toEqual([]);
});

test("a form that was kept for one version is removed in the next", (context) => {
  if (previous === null) return context.skip("git has no previous release here: fetch its history");
  const versions = [...readShopSchema().text.matchAll(EARLIER_FORM)].map(([, version]) => version);
  expect(versions.filter((version) => version !== readVersion(previous))).toEqual([]);
});

test("a function of a trigger has no callers", () => {
  expect(lostForms(readCode("create function private.f() returns trigger as '1';"), [])).toEqual([]);
});

test.for([
  ["a int", "a int", []],
  ["a int", "a int, b int default 1", []],
  ["a int", "a int, out b int", []],
  ["a int, b text default ''", "a int, b text default 'x'", []],
  ["a int", "a int, b int", ["public.f(a int)"]],
  ["a int", "b int", ["public.f(a int)"]],
  ["a int default 1", "a int", ["public.f(a int)"]],
] as const)("callers of f(%s) and a new f(%s): %j is lost", ([before, now, lost]) => {
  const code = (parameters: string) => readCode(`create function public.f(${parameters}) returns int as '1';`);
  expect(lostForms(code(before), code(now))).toEqual(lost);
});
