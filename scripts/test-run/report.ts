import type { TestEvent } from "./layers.ts";

const SLOWEST = 10;

/** The slowest tests, what was flaky, and what failed with where its trace and picture lie. */
export function printReport(
  events: readonly TestEvent[],
  otherFailures: readonly string[],
): { passed: number; failed: number } {
  const name = ({ layer, file, title }: TestEvent) => `[${layer}] ${file} › ${title}`;
  const failed = events.filter(({ outcome }) => outcome === "failed");
  console.log("\nSlowest");
  for (const event of events.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    console.log(`  ${event.seconds.toFixed(1).padStart(6)} s  ${name(event)}`);
  }
  for (const event of events.filter(({ outcome }) => outcome === "flaky")) {
    console.log(`\nFlaky, held at the second try: ${name(event)}`);
    for (const path of event.traces) console.log(`  ${path}`);
  }
  for (const failure of otherFailures) console.log(`\nFAILED ${failure}`);
  for (const event of failed) console.log(`\nFAILED ${name(event)}\n${event.message}`);
  const traced = failed.filter(({ traces }) => traces.length > 0);
  if (traced.length > 0) console.log("\nTraces (npx playwright show-trace …) and pictures");
  for (const event of traced) console.log(`  ${event.title}\n    ${event.traces.join("\n    ")}`);
  return { passed: events.length - failed.length, failed: failed.length + otherFailures.length };
}
