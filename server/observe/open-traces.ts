import type { Environment } from "#server/base/environment.ts";
import type { Log } from "./log.ts";
import type { Traces } from "./traces.ts";

/** Opens the traces. @returns null without a collector; OpenTelemetry is not loaded then */
export async function openTraces(
  { traces }: Pick<Environment, "traces">,
  log: Pick<Log, "error">,
): Promise<Traces | null> {
  if (!traces) return null;
  const { createTraces } = await import("./traces.ts");
  return createTraces(traces, log);
}
