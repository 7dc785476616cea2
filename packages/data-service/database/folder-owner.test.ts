import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFolderOwner } from "./folder-owner.ts";

const MODULE = join(import.meta.dirname, "folder-owner.ts");

test("a killed store that its parent has not reaped does not lock its folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash-owner-"));
  const own = `import(${JSON.stringify(MODULE)}).then(({ ownFolder }) => {
    ownFolder(${JSON.stringify(folder)}, "another store");
    setInterval(() => undefined, 1000);
  })`;
  // The shell starts the store and then becomes a program that never reaps it.
  const parent = spawn("sh", ["-c", `"$0" -e "$1" & exec sleep 600`, process.execPath, own]);
  onTestFinished(() => {
    parent.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  await expect.poll(() => findFolderOwner(folder), { timeout: 30_000 }).toBe("another store");
  const pid = readFileSync(join(folder, "shop.pid"), "utf8").split("\n")[0] ?? "";
  process.kill(Number(pid), "SIGKILL");
  const state = () => execFileSync("ps", ["-o", "stat=", "-p", pid]).toString();
  await expect.poll(state, { timeout: 30_000 }).toMatch(/^Z/);
  expect(findFolderOwner(folder)).toBeNull();
}, 60_000);
