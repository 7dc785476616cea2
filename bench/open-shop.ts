import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keys } from "#server/keys.ts";

export interface BenchShop {
  origin: string;
  keys: Keys;
  /** The database's address with the owner's rights. */
  databaseUrl: string;
  close(): Promise<void>;
}

/** A demo shop in a process of its own, with data of its own: what `npm start` opens. */
export async function openShop(): Promise<BenchShop> {
  const dataDir = mkdtempSync(join(tmpdir(), "calabash-bench-"));
  const port = await findFreePort();
  const child = fork(join(import.meta.dirname, "..", "server", "main.ts"), {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    silent: true,
  });
  await new Promise<void>((open, failed) => {
    child.once("message", () => open());
    child.once("exit", (code) => failed(new Error(`The shop ended with ${code} before it was open.`)));
  });
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Keys;
  const databasePort = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  return {
    origin: `http://127.0.0.1:${port}`,
    keys,
    databaseUrl: `postgres://postgres:${keys.databasePassword}@127.0.0.1:${databasePort}/postgres`,
    close: async () => {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
