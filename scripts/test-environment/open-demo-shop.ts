import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import type { Keys } from "#server/settings/keys.ts";
import memory from "../memory-settings.json" with { type: "json" };
import { databaseUrlOf, newDataDir, readKeysOf, SHOP_PROGRAM } from "./shop-process.ts";

export interface BenchShop {
  origin: string;
  keys: Keys;
  /** The database's address with the owner's rights. */
  databaseUrl: string;
  pid: number;
  /** Settles when the sizes of pictures are made that the first pages show: until then a core is busy with them. */
  hasPictures: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * A demo shop in a process of its own, with data of its own: what `npm start` opens.
 * @param env settings beside those that let many people ask from one machine
 */
export async function openShop(env: Record<string, string> = {}): Promise<BenchShop> {
  const dataDir = newDataDir();
  const port = await findFreePort();
  const child = fork(SHOP_PROGRAM, {
    execArgv: memory.nodeFlags,
    env: {
      ...memory.environment,
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Few people do much here; what limits them is not what is measured.
      LIMIT_SIGN_UPS: "1000000",
      LIMIT_PAYMENT_INTENTS: "1000000",
      LIMIT_REQUESTS: "1000000",
      // Attacker and visitors come from one machine, and say who they are.
      TRUST_PROXY: "1",
      ...env,
    },
    silent: true,
  });
  // Nobody reads its lines here; left lying, they would pile up.
  child.stdout?.resume();
  child.stderr?.resume();
  const hasPictures = new Promise<void>((made) =>
    child.on("message", (message) => message === "pictures" && made()),
  );
  await new Promise<void>((open, failed) => {
    child.once("message", () => open());
    child.once("exit", (code) => failed(new Error(`The shop ended with ${code} before it was open.`)));
  });
  const keys = readKeysOf(dataDir);
  return {
    origin: `http://127.0.0.1:${port}`,
    keys,
    databaseUrl: databaseUrlOf(dataDir),
    pid: child.pid ?? 0,
    hasPictures,
    close: async () => {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
