import { createServer } from "node:net";
import { StartError } from "@calabash/data-service/start-error";
import type { Environment } from "#server/base/environment.ts";

/** Checks the port before anything else starts, so that an occupied port is reported early. @throws StartError */
export function requireFreePort({ port, host }: Pick<Environment, "port" | "host">): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => taken(portError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

/** Explains a port or address that cannot be used; returns any other error unchanged. */
export function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is taken by another program.`,
      `Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES")
    return new StartError(`This user may not use port ${port}.`, "Choose a port above 1023 with PORT.");
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new StartError(
      `HOST ${host} is not an address of this machine.`,
      "Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.",
    );
  }
  return error;
}
