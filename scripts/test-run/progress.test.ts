import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TestEvent } from "./layers.ts";
import { trackProgress } from "./progress.ts";

const ended = (title: string, seconds: number): TestEvent => ({
  layer: "rules",
  file: "a.test.ts",
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
  const progress = trackProgress(newRecord(), () => clock);
  progress.plan(4);
  expect(progress.line()).toBe("0 of 4");
  clock = 30_000;
  progress.add(ended("one", 30));
  expect(progress.line()).toBe("1 of 4, about 2 min left");
});

test("with the last run's record a long test that is still to come counts as long", () => {
  const file = newRecord();
  const first = trackProgress(file, () => 0);
  first.add(ended("short", 10));
  first.add(ended("long", 90));
  first.keep();
  let clock = 0;
  const second = trackProgress(file, () => clock);
  second.plan(2);
  clock = 10_000;
  second.add(ended("short", 12));
  expect(second.line()).toBe("1 of 2, about 2 min left");
  clock = 100_000;
  second.add(ended("long", 95));
  expect(second.line()).toBe("2 of 2, about 0 s left");
});
