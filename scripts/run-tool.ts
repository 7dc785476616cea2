import { StartError } from "@calabash/data-service/start-error";
import { printReason } from "#server/base/running.ts";

/** Runs a command-line tool. A StartError ends the process with its reason, without a stack. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    printReason(error);
    process.exit(1);
  }
}
