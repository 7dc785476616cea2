// What the built pages and the built server are made of, and how a build that is older than that is told. The first
// program of `npm start` uses it before anything is installed: plain JavaScript for Node 20.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files, and folders with all that they hold. What the server reads while it runs is not built, and need not stand here. */
export const SOURCES = [
  "app",
  "packages",
  "public",
  "server",
  "supabase/load-order.ts",
  "supabase/seed/seed-demo-shop.ts",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/build-sources.mjs",
  "scripts/build.ts",
  "scripts/bundle-rooms.ts",
  "scripts/bundle-server.ts",
];
const TEST = /\.test\.tsx?$/;

/**
 * The file with the fingerprint of the sources that the last whole build was made of.
 * @param {string} root
 */
export function buildStamp(root) {
  return join(root, "build", ".sources");
}

/**
 * Whether a change of this file makes the build old.
 * @param {string} path from the root
 */
export function isSource(path) {
  return !TEST.test(path) && SOURCES.some((source) => path === source || path.startsWith(`${source}/`));
}

/**
 * Another one when a file below the paths was changed, added, removed or renamed; tests count for nothing.
 * @param {string} root
 * @param {readonly string[]} paths
 */
export function fingerprint(root, paths, seed = "") {
  const hash = createHash("sha256").update(seed);
  for (const path of paths) addToHash(hash, root, path);
  return hash.digest("hex");
}

function addToHash(hash, root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  let entries;
  try {
    entries = readdirSync(full).sort();
  } catch {
    hash.update(path).update("\0").update(readFileSync(full));
    return;
  }
  for (const entry of entries) if (!TEST.test(entry)) addToHash(hash, root, `${path}/${entry}`);
}
