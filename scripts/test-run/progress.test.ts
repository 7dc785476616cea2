import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TestEvent } from "./layers.ts";
import { trackProgress } from "./progress.ts";

const ended = (title: string, seconds: number, file = "a.test.ts"): TestEvent => ({
  layer: "rules",
  file,
  title,
  outcome: "passed",
  seconds,
  traces: [],
  message: "",
});

function newRecord(): string {
  const folder = mkdtempSync(join(tmpdir(), "calabash-times-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "times.json");
}

test("without a record the time left is told by the count of tests", () => {
  let clock = 0;
  const progress = trackProgress(newRecord(), null, () => clock);
  progress.plan(4);
  expect(progress.line()).toBe("0 of 4");
  clock = 30_000;
  progress.add(ended("one", 30));
  expect(progress.line()).toBe("1 of 4, about 2 min left");
});

test("with the last run's record a long test that is still to come counts as long", () => {
  const file = newRecord();
  const first = trackProgress(file, null, () => 0);
  first.add(ended("short", 10));
  first.add(ended("long", 90, "b.test.ts"));
  first.keep();
  let clock = 0;
  const second = trackProgress(file, null, () => clock);
  second.plan(2);
  clock = 10_000;
  second.add(ended("short", 12));
  expect(second.line()).toBe("1 of 2, about 2 min left");
  clock = 100_000;
  second.add(ended("long", 95, "b.test.ts"));
  expect(second.line()).toBe("2 of 2, about 0 s left");
});

test("the first run here is told by what one elsewhere took, as far as it has come", () => {
  const elsewhere = newRecord();
  const whole = trackProgress(elsewhere, null, () => 0);
  for (const title of ["one", "two"]) whole.add(ended(title, 50, "many.test.ts"));
  whole.add(ended("late", 300, "late.test.ts"));
  whole.keep();
  let clock = 0;
  const first = trackProgress(newRecord(), elsewhere, () => clock);
  // The late file was not read yet.
  first.plan(2);
  clock = 100_000;
  first.add(ended("one", 100, "many.test.ts"));
  expect(first.line()).toBe("1 of 3, about 12 min left");
});
