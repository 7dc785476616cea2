import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { git } from "#scripts/test-environment/previous-release.ts";

/**
 * Installs and builds a commit in a folder of this machine, once.
 * @param name commit, branch, or tag
 * @returns the folder, whose `server/main.ts` starts the store
 */
export function prepareCommit(name: string): string {
  const commit = git("rev-parse", "--verify", `${name}^{commit}`).trim();
  const folder = join(tmpdir(), `calabash-commit-${commit.slice(0, 12)}`);
  if (existsSync(join(folder, "build", "server"))) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished);
  const archive = join(unfinished, "commit.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  extract({ file: archive, cwd: unfinished, sync: true });
  rmSync(archive);
  console.log(`Installing and building ${commit.slice(0, 12)} in ${folder}`);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: unfinished, stdio: ["ignore", "ignore", "inherit"] });
  run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
  run(process.execPath, "scripts/build.ts");
  renameSync(unfinished, folder);
  return folder;
}
