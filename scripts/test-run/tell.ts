import { writeSync } from "node:fs";
import type { LayerEvent } from "./layers.ts";

/** From a reporter to the run that started its program; nobody listens to a reporter without one. */
export function tell(event: LayerEvent): void {
  const channel = Number(process.env["TEST_EVENTS_FD"] ?? 0);
  if (channel) writeSync(channel, `${JSON.stringify(event)}\n`);
}

/** The run that started this program was killed: nobody waits for the verdict. */
export function endWithTheRun(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGINT"));
  // Listening alone must not keep it alive.
  process.channel?.unref();
}
