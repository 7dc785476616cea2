/** Runs a step of the start, and prints its name and duration. */
export async function step<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`  ${name.padEnd(34)} ${formatTime(performance.now() - startedAt)}`);
  return result;
}

function formatTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
