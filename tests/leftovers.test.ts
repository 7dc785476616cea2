import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DATA_DIR_PREFIX, MEMORY } from "#scripts/test-environment/temporary-folders.ts";
import { clearLeftovers } from "./leftovers.ts";

test("leftovers of a killed test run are removed, and those of a running one stay", async () => {
  const killed = spawn(process.execPath, ["--version"]);
  await once(killed, "exit");
  const left = makeDataDir(killed.pid as number);
  const database = startIn(join(left, "postgres"), left);
  const living = makeDataDir(process.pid);

  clearLeftovers();

  expect((await once(database, "exit"))[1]).toBe("SIGQUIT");
  expect(existsSync(left)).toBe(false);
  expect(existsSync(living)).toBe(true);
});

test.skipIf(!existsSync(MEMORY))("a killed test run's in-memory files are removed", async () => {
  const killed = spawn(process.execPath, ["--version"]);
  await once(killed, "exit");
  const run = makeDataDir(killed.pid as number, MEMORY);
  const left = makeDataDir(killed.pid as number, run);
  const database = startIn(join(left, "postgres"), left);

  clearLeftovers();

  expect((await once(database, "exit"))[1]).toBe("SIGQUIT");
  expect(existsSync(run)).toBe(false);
});

test("a process that reuses a killed database's process id is not killed", async () => {
  const killed = spawn(process.execPath, ["--version"]);
  await once(killed, "exit");
  const left = makeDataDir(killed.pid as number);
  const anotherUser = startIn(tmpdir(), left);

  clearLeftovers();

  expect(existsSync(left)).toBe(false);
  // Signal 0 checks whether the process exists.
  expect(process.kill(anotherUser.pid as number, 0)).toBe(true);
  expect(anotherUser.signalCode).toBe(null);
});

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
