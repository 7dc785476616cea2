import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TestEvent } from "./layers.ts";

/** Seconds of each test in the last whole run. */
type Times = Record<string, number>;

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

/** @param now in milliseconds */
export function trackProgress(recordFile: string, now: () => number = Date.now): Progress {
  const last = readTimes(recordFile);
  const usual = Object.values(last);
  const average = usual.length > 0 ? sum(usual) / usual.length : 1;
  const times: Times = {};
  const startedAt = now();
  let planned = 0;
  return {
    plan: (count) => {
      planned += count;
    },
    add: (event) => {
      times[keyOf(event)] = event.seconds;
    },
    line: () => {
      const done = Object.keys(times);
      const all = Math.max(planned, usual.length, done.length);
      // What a test took last time is its share of the whole; a new one counts as the average.
      const doneShare = sum(done.map((key) => last[key] ?? average));
      const wholeShare = Math.max(usual.length > 0 ? sum(usual) : all, doneShare);
      const left =
        doneShare > 0 ? ((now() - startedAt) / 1000) * ((wholeShare - doneShare) / doneShare) : null;
      return `${done.length} of ${all}${left === null ? "" : `, about ${inWords(left)} left`}`;
    },
    keep: () => {
      mkdirSync(dirname(recordFile), { recursive: true });
      writeFileSync(recordFile, JSON.stringify(times));
    },
  };
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function readTimes(file: string): Times {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Times;
  } catch {
    return {};
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
