import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Node's own server in a process of its own, which answers as the page at this address did. */
export async function openStaticServer(
  source: string,
  encoding = "identity",
): Promise<{ url: string; close: () => void }> {
  const child = fork(join(import.meta.dirname, "static-server.ts"), [source, encoding]);
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${Number(port)}/home`, close: () => void child.kill() };
}
