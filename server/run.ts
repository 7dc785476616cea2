import { StartError } from "@calabash/data-service/start-error";
import { announce } from "#server/base/announce.ts";
import { readEnvironment } from "#server/base/environment.ts";
import { requireLiveSettings } from "#server/base/live-settings.ts";
import { printReason, trackRunning } from "#server/base/running.ts";
import { requireFreePort } from "./http/port.ts";

const running = trackRunning();
let isStopping = false;

/** Opens the store and closes it on a signal; ends the process when it cannot open. */
export async function runShop(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
  // The parent process was killed, so no signal will come.
  process.on("disconnect", () => void stop());

  try {
    if (process.argv.includes("--empty")) process.env["SHOP_MODE"] ||= "empty";
    const environment = readEnvironment(process.env);
    requireLiveSettings(environment);
    await requireFreePort(environment);
    // Imported after the quick checks, because loading takes most of a second.
    const { openShop } = await import("./open-shop.ts");
    const tools = await openShop(environment, running, { isDevelopment: process.argv.includes("--development") });
    announce(environment, tools);
  } catch (error) {
    await running.stop();
    if (error instanceof StartError) printReason(error);
    else console.error("\nThe store could not start.", error);
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  console.log("\nClosing the store…");
  await running.stop();
  process.exit(0);
}
