import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TestEvent } from "./layers.ts";

/** What each file of tests took, and how many tests it has; by layer and file. */
type Usual = Record<string, { seconds: number; tests: number }>;

export interface Progress {
  plan(count: number): void;
  add(event: TestEvent): void;
  /** One line: how much is done, and how long the rest will take at the pace so far. */
  line(): string;
  /** For the next run. */
  keep(): void;
}

export const keyOf = ({ layer, file, title }: Pick<TestEvent, "layer" | "file" | "title">): string =>
  `${layer} ${file} ${title}`;

/**
 * @param recordFile what the last whole run here took, which this one writes anew
 * @param firstFile what a whole run took elsewhere, for the first one here
 * @param now in milliseconds
 */
export function trackProgress(
  recordFile: string,
  firstFile: string | null = null,
  now: () => number = Date.now,
): Progress {
  const usual = readUsual(recordFile) ?? (firstFile ? readUsual(firstFile) : null) ?? {};
  const usualSeconds = sum(Object.values(usual).map(({ seconds }) => seconds));
  const usualTests = sum(Object.values(usual).map(({ tests }) => tests));
  const average = usualTests > 0 ? usualSeconds / usualTests : 1;
  const done = new Map<string, TestEvent>();
  const startedAt = now();
  let planned = 0;
  return {
    plan: (count) => {
      planned += count;
    },
    add: (event) => {
      done.set(keyOf(event), event);
    },
    line: () => {
      const all = Math.max(planned, usualTests, done.size);
      // A test's share of the whole is its part of what its file usually takes; a new one's is the average.
      const shareOf = (event: TestEvent) => {
        const file = usual[fileOf(event)];
        return file ? file.seconds / file.tests : average;
      };
      const doneShare = sum([...done.values()].map(shareOf));
      const wholeShare = Math.max(usualTests > 0 ? usualSeconds : all, doneShare);
      const left =
        doneShare > 0 ? ((now() - startedAt) / 1000) * ((wholeShare - doneShare) / doneShare) : null;
      return `${done.size} of ${all}${left === null ? "" : `, about ${inWords(left)} left`}`;
    },
    keep: () => {
      const taken: Usual = {};
      for (const event of done.values()) {
        const { seconds, tests } = taken[fileOf(event)] ?? { seconds: 0, tests: 0 };
        taken[fileOf(event)] = { seconds: seconds + event.seconds, tests: tests + 1 };
      }
      mkdirSync(dirname(recordFile), { recursive: true });
      writeFileSync(recordFile, JSON.stringify(taken));
    },
  };
}

const fileOf = ({ layer, file }: Pick<TestEvent, "layer" | "file">): string => `${layer} ${file}`;

function inWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function readUsual(file: string): Usual | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Usual;
  } catch {
    return null;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
