import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { DATA_DIR_PREFIX } from "#scripts/test-environment/temporary-folders.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** Whether Debian's package postgresql-15 is installed here. */
export const HAS_POSTGRES_15 = existsSync(join(BIN, "initdb"));

/** Starts an empty PostgreSQL 15 server from Debian's package. PostgreSQL refuses to run as root. */
export async function startPostgres15(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-15-`));
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  const account = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const run = (program: string, ...given: string[]) =>
    execFileSync(join(BIN, program), given, { cwd: "/", stdio: "ignore", ...account });
  const files = join(folder, "files");
  const port = await findFreePort();
  run("initdb", "-D", files, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8");
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run("pg_ctl", "-D", files, "-w", "-l", join(folder, "log"), "-o", options, "start");
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", files, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true });
    },
  };
}
