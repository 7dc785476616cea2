import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts static-server.ts in its own process; it repeats the response of the page at `source`. */
export async function openStaticServer(
  source: string,
  encoding = "identity",
): Promise<{ url: string; close: () => void }> {
  const child = fork(join(import.meta.dirname, "static-server.ts"), [source, encoding]);
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${Number(port)}/home`, close: () => void child.kill() };
}
