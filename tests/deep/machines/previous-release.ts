import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { extract } from "tar";
import { git } from "#scripts/test-environment/previous-release.ts";
import { DATA_DIR_PREFIX } from "#scripts/test-environment/temporary-folders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WORKSPACES = "@calabash";

/**
 * Extracts a release into a temporary folder and builds its pages. It uses the packages that are installed here if its
 * lockfile lists the same ones; otherwise npm installs its own.
 * @returns its folder
 */
export function buildRelease(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-release-`));
  const archive = join(folder, "release.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  extract({ file: archive, cwd: folder, sync: true });
  if (isDeepStrictEqual(readPackages(folder), readPackages(ROOT))) {
    linkPackages(folder);
  } else {
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  }
  run(process.execPath, ["scripts/build.ts"], folder);
  return folder;
}

/** Reads the packages of a lockfile without the store itself, whose version differs. */
function readPackages(folder: string): unknown {
  return { ...JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages, "": null };
}

/** Links all installed packages except the workspaces, which are the release's own. */
function linkPackages(folder: string): void {
  const [from, to] = [join(ROOT, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, WORKSPACES), { recursive: true });
  // Caches are not shared.
  for (const name of readdirSync(from)) {
    if (!name.startsWith(".") && name !== WORKSPACES) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(to, WORKSPACES, name));
  }
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
