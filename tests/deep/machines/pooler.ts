import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { rolePassword } from "../../../packages/data-service/database/connect.ts";

/** PgBouncer 1.18 of Debian has no prepared statements in transaction mode, so the strictest case is tested. */
export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).error === undefined;

/**
 * Starts a pooler in transaction mode.
 * @param poolSize connections to the server for each user
 * @param atEnd receives the function that stops it
 * @returns its address
 */
export async function startPooler(
  databaseUrl: URL,
  poolSize: number,
  atEnd: (stop: () => Promise<void>) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-pooler-"));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const users = ["authenticator", "supabase_auth_admin"].map(
    (role) => `"${role}" "${rolePassword(databaseUrl.href, role)}"`,
  );
  writeFileSync(join(folder, "users.txt"), `${users.join("\n")}\n`, { mode: 0o644 });
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${databaseUrl.hostname} port=${databaseUrl.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${poolSize}
auth_type = plain
auth_file = ${join(folder, "users.txt")}
`,
  );
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const pooler = spawn("pgbouncer", [...(isRoot ? ["-u", "nobody"] : []), settings], { stdio: "ignore" });
  atEnd(async () => {
    const ended = new Promise((done) => pooler.once("exit", done));
    pooler.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });
  return `postgres://127.0.0.1:${port}${databaseUrl.pathname}`;
}
