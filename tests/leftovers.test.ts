import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DATA_DIR_PREFIX, MEMORY } from "#scripts/test-environment/temporary-folders.ts";
import { clearLeftovers } from "./leftovers.ts";

const PARENTS = [tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])];

test.for(PARENTS)(
  "leftovers of a killed test run in %s are removed, and those of a running one stay",
  async (parent) => {
    const killed = await killedRun();
    const run = makeDataDir(killed, parent);
    const left = parent === MEMORY ? makeDataDir(killed, run) : run;
    const database = startIn(join(left, "postgres"), left);
    const living = makeDataDir(process.pid, parent);

    clearLeftovers();

    expect((await once(database, "exit"))[1]).toBe("SIGQUIT");
    expect(existsSync(run)).toBe(false);
    expect(existsSync(living)).toBe(true);
  },
);

test("a process that reuses a killed database's process id is not killed", async () => {
  const left = makeDataDir(await killedRun());
  const anotherUser = startIn(tmpdir(), left);

  clearLeftovers();

  expect(existsSync(left)).toBe(false);
  // Signal 0 checks whether the process exists.
  expect(process.kill(anotherUser.pid as number, 0)).toBe(true);
  expect(anotherUser.signalCode).toBe(null);
});

/** Returns the id of a process that has ended. */
async function killedRun(): Promise<number> {
  const killed = spawn(process.execPath, ["--version"]);
  await once(killed, "exit");
  return killed.pid as number;
}

function makeDataDir(owner: number, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `${DATA_DIR_PREFIX}${owner}-`));
  // The database's user must be able to enter the folder, or the database files are placed elsewhere.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "postgres"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a process whose id the data folder has as its database's. */
function startIn(cwd: string, dataDir: string): ChildProcess {
  const child = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${child.pid}\n`);
  return child;
}
