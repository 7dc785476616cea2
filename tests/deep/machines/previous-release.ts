import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { DATA_DIR_PREFIX } from "#scripts/test-environment/temporary-folders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "supabase/migrations";
const WORKSPACES = "@calabash";
/** Earlier releases respond with an error to the calls that a new column interrupts. */
const FIRST_RELEASE = "3dcb226bf696355640dc01a1a8e3be4ef8fef5d1";

/**
 * Returns the commit of the previous release: `PREVIOUS_RELEASE`, else the newest one since `FIRST_RELEASE` with fewer
 * migrations, all of them as they are now. Null where the history has none: before the first migration since then, in a
 * shallow clone, or in a folder without git.
 * @throws if git does not know `PREVIOUS_RELEASE`
 */
export function findPreviousRelease(): string | null {
  const chosen = process.env["PREVIOUS_RELEASE"];
  if (chosen) return git("rev-parse", "--verify", `${chosen}^{commit}`).trim();
  try {
    const current = new Set(listMigrations("HEAD"));
    const changes = git("log", "--format=%P", `${FIRST_RELEASE}..HEAD`, "--", MIGRATIONS).trim().split("\n");
    const parents = changes.map((line) => line.split(" ", 1)[0] ?? "").filter((parent) => parent !== "");
    const isEarlier = (commit: string) => {
      const files = listMigrations(commit);
      return files.length > 0 && files.length < current.size && files.every((file) => current.has(file));
    };
    return parents.find(isEarlier) ?? null;
  } catch {
    return null;
  }
}

/** Returns each migration of a commit with the hash of its content. */
function listMigrations(commit: string): string[] {
  return git("ls-tree", "-r", commit, MIGRATIONS)
    .split("\n")
    .filter((line) => line !== "");
}

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
  if (
    readFileSync(join(folder, "package-lock.json"), "utf8") === readFileSync(join(ROOT, "package-lock.json"), "utf8")
  ) {
    linkPackages(folder);
  } else {
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  }
  run(process.execPath, ["scripts/build.ts"], folder);
  return folder;
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

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
