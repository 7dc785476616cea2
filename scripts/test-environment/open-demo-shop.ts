import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { connect, findFreePort } from "@calabash/data-service/database";
import type { Keys } from "#server/base/keys.ts";
import memory from "../memory-settings.json" with { type: "json" };
import { databaseUrlOf, newDataDir, postmasterOf, readKeysOf, SHOP_PROGRAM } from "./shop-process.ts";

export interface BenchShop {
  origin: string;
  keys: Keys;
  /** Database URL with the owner's permissions. */
  databaseUrl: string;
  pid: number;
  /** Process id of the PostgreSQL server. */
  postmaster: number;
  /** Resolves when the images of the first pages are resized, which keeps one core busy. */
  hasPictures: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a demo store in its own process with new data, like `npm start`.
 * @param env additional settings; rate limits are off
 * @param options `server/main.ts` of another commit, and other options of Node
 */
export async function openShop(
  env: Record<string, string> = {},
  { program = SHOP_PROGRAM, nodeFlags = memory.nodeFlags } = {},
): Promise<BenchShop> {
  const dataDir = newDataDir();
  const port = await findFreePort();
  const child = fork(program, {
    cwd: join(program, "../.."),
    execArgv: nodeFlags,
    env: {
      ...memory.environment,
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Benchmarks send many requests from few accounts.
      LIMIT_SIGN_UPS: "1000000",
      LIMIT_PAYMENT_INTENTS: "1000000",
      LIMIT_REQUESTS: "1000000",
      ...env,
    },
    silent: true,
  });
  // Unread output would fill the pipe.
  child.stdout?.resume();
  child.stderr?.resume();
  const hasPictures = new Promise<void>((made) => child.on("message", (message) => message === "pictures" && made()));
  await new Promise<void>((open, failed) => {
    child.once("message", () => open());
    child.once("exit", (code) => failed(new Error(`The store exited with code ${code} before it was open.`)));
  });
  const keys = readKeysOf(dataDir);
  return {
    origin: `http://127.0.0.1:${port}`,
    keys,
    databaseUrl: databaseUrlOf(dataDir),
    pid: child.pid ?? 0,
    postmaster: postmasterOf(dataDir),
    hasPictures,
    close: async () => {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a demo store without pickup times and a limit of orders, because benchmarks place more than both allow. */
export async function openBenchShop(...given: Parameters<typeof openShop>): Promise<BenchShop> {
  const shop = await openShop(...given);
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  await sql`update public.store_settings set pickup_windows = false`;
  await sql`delete from public.window_rules`;
  await sql`update private.limits set max_count = 1000000 where name = 'orders'`;
  await sql.end();
  return shop;
}
