import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@calabash/data-service/database";

export const hasHaproxy = spawnSync("haproxy", ["-v"]).error === undefined;
const CONFIGURATION = join(import.meta.dirname, "../../../deploy/haproxy.cfg");
const CHECK_EVERY_MS = 100;

export interface Haproxy {
  origin: string;
  /** Resolves when all processes get requests. */
  allReady(): Promise<void>;
  close(): Promise<void>;
}

/** Starts HAProxy with `deploy/haproxy.cfg` in front of three processes. */
export async function startHaproxy(ports: readonly string[]): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const [port, statusPort] = [await findFreePort(), await findFreePort()];
  const text = readFileSync(CONFIGURATION, "utf8").replace("bind :8080", `bind 127.0.0.1:${port}`);
  writeFileSync(file, `${text}\nfrontend status\n  bind 127.0.0.1:${statusPort}\n  stats enable\n  stats uri /\n`);
  const stores = Object.fromEntries(ports.map((each, place) => [`STORE${place + 1}`, `127.0.0.1:${each}`]));
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { env: { ...process.env, ...stores }, stdio: "ignore" });
  return {
    origin: `http://127.0.0.1:${port}`,
    allReady: async () => {
      for (;;) {
        const lines = await fetch(`http://127.0.0.1:${statusPort}/;csv`).then(
          (response) => response.text(),
          () => "",
        );
        if (lines.match(/^stores,store\d,.*,UP,/gm)?.length === ports.length) return;
        await delay(CHECK_EVERY_MS);
      }
    },
    close: async () => {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
