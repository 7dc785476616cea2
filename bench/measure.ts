import autocannon from "autocannon";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { type CpuTimes, readCpuTimes } from "./cpu.ts";

/** Throughput and 99th percentile of the duration. */
export interface Result {
  perSecond: number;
  p99Ms: number;
  /** CPU time per operation, by process of the store. */
  cpuMs?: CpuTimes | null;
}

/** Adds the CPU time per operation of the store's processes to a measurement. */
export async function withCpu(
  shop: Pick<BenchShop, "pid" | "postmaster">,
  measure: () => Promise<Result>,
): Promise<Result> {
  const before = readCpuTimes(shop);
  const startedAt = performance.now();
  const result = await measure();
  const count = (result.perSecond * (performance.now() - startedAt)) / 1000;
  const after = readCpuTimes(shop);
  if (!before || !after) return result;
  const cpuMs = { node: (after.node - before.node) / count, postgres: (after.postgres - before.postgres) / count };
  return { ...result, cpuMs };
}

export const PARALLEL = 16;
const SECONDS = 3;
const ROUNDS = 5;

/** Sends requests of one kind over `PARALLEL` connections for a few seconds. */
export async function measureRequests(options: {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
}): Promise<Result> {
  const run = await autocannon({ connections: PARALLEL, duration: SECONDS, ...options });
  if (run.non2xx > 0 || run.errors > 0) {
    throw new Error(`${options.url}: ${run.non2xx} responses were not 2xx, ${run.errors} requests failed.`);
  }
  return { perSecond: run.requests.average, p99Ms: run.latency.p99 };
}

/** Runs `work` repeatedly in `hands` parallel loops for a few seconds. */
export async function measureWork(work: (hand: number) => Promise<unknown>, hands = PARALLEL): Promise<Result> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      while (performance.now() < until) {
        times.push(await timeOf(() => work(hand)));
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { perSecond: times.length / SECONDS, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/**
 * Measures the store and its references in turn for several rounds, and prints the medians and their ratios. On a noisy
 * machine, the ratio of adjacent measurements is more reliable than either of them.
 */
export async function compare(
  name: string,
  shop: () => Promise<Result>,
  referenceName: string,
  reference: () => Promise<Result>,
  ...more: { name: string; measure: () => Promise<Result> }[]
): Promise<void> {
  const references: { name: string; measure: () => Promise<Result>; results: Result[]; ratios: number[] }[] = [
    { name: referenceName, measure: reference },
    ...more,
  ].map((each) => ({ ...each, results: [], ratios: [] }));
  const ours: Result[] = [];
  await shop();
  for (const { measure } of references) await measure();
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await shop();
    ours.push(mine);
    for (const { measure, results, ratios } of references) {
      const other = await measure();
      results.push(other);
      ratios.push(mine.perSecond / other.perSecond);
    }
  }
  const line = (label: string, results: Result[]) =>
    `  ${label.padEnd(34)} ${median(results.map((result) => result.perSecond))
      .toFixed(0)
      .padStart(6)} /s   p99 ${median(results.map((result) => result.p99Ms)).toFixed(1)} ms${cpuText(results)}`;
  console.log(`\n${name}`);
  console.log(line("the store", ours));
  for (const { name: label, results, ratios } of references) {
    console.log(line(label, results));
    const cpuRatio = median(results.map((other, round) => cpuSum(ours[round]) / cpuSum(other)));
    console.log(
      `  ratio ${median(ratios).toFixed(2)} (of ${ROUNDS} rounds: ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})${Number.isNaN(cpuRatio) ? "" : `, of CPU time ${cpuRatio.toFixed(2)}`}`,
    );
  }
}

/** Returns the CPU time per operation of both processes; NaN if it was not measured. */
export function cpuSum(result: Result | undefined): number {
  return result?.cpuMs ? result.cpuMs.node + result.cpuMs.postgres : Number.NaN;
}

/** Returns the medians of the CPU time per operation as text; empty if it was not measured. */
export function cpuText(results: readonly Result[]): string {
  const times = results.flatMap(({ cpuMs }) => (cpuMs ? [cpuMs] : []));
  if (times.length === 0) return "";
  const node = median(times.map((each) => each.node));
  const postgres = median(times.map((each) => each.postgres));
  return `   CPU ${(node + postgres).toFixed(2)} ms: Node ${node.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)}`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the duration of `work` in milliseconds. */
export async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
