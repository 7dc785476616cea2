import type { Environment } from "./environment.ts";
import type { Log } from "./log.ts";
import type { Traces } from "./traces.ts";

/** Opens the traces if there is a collector for them; otherwise nothing of OpenTelemetry is loaded, and returns null. */
export async function openTraces(
  { traces }: Pick<Environment, "traces">,
  log: Pick<Log, "error">,
): Promise<Traces | null> {
  if (!traces) return null;
  const { createTraces } = await import("./traces.ts");
  return createTraces(traces, log);
}
