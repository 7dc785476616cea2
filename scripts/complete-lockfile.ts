import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Run after `npm install NAME`: adds entries to the lockfile that npm omits when its registry lacks the binaries of
 * some platforms, because `npm ci` rejects an incomplete lockfile (docs/decisions/005-lockfile-for-every-platform.md).
 * Each entry names its platform, so `npm ci` downloads it only there.
 */
interface LockEntry {
  version?: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  bin?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const FILE = join(import.meta.dirname, "..", "package-lock.json");
const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(FILE, "utf8"));
let added = 0;

for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    // Only binaries with an exact version; npm resolves all others.
    if (lock.packages[path] || !platform || !/^\d/.test(version)) continue;
    const bin = binOfSister(entry.optionalDependencies ?? {}, version);
    const commands = bin && !platform.os?.includes("win32") ? { bin } : {};
    lock.packages[path] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true, ...commands };
    added += 1;
  }
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`${added} entries added.`);

/**
 * Returns the commands of the same program's package for another platform: npm links only commands that the lockfile
 * names.
 */
function binOfSister(siblings: Record<string, string>, version: string): LockEntry["bin"] {
  return Object.entries(siblings)
    .filter(([, other]) => other === version)
    .map(([name]) => lock.packages[`node_modules/${name}`]?.bin)
    .find((bin) => bin !== undefined);
}

/** '@swc/core-linux-arm-gnueabihf' → linux, arm, glibc. */
function platformOf(name: string): Pick<LockEntry, "cpu" | "os" | "libc"> | null {
  const match =
    /-?(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(-musl|-gnu|-gnueabihf|-musleabihf|-eabi|-msvc)?$/.exec(
      name,
    );
  if (!match) return null;
  const [, os = "", cpu = "", ending = ""] = match;
  const libc = os === "linux" && ending ? { libc: [ending.startsWith("-musl") ? "musl" : "glibc"] } : {};
  return { cpu: [cpu], ...libc, os: [os] };
}
