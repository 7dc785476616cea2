// Checks whether the built pages are older than their sources. bootstrap.mjs imports this file before packages are
// installed, so it is plain JavaScript for Node 20.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files and folders that the built pages depend on. The server runs from its sources and needs no build. */
export const SOURCES = [
  "app",
  "packages/stripe-sandbox",
  "public",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/build-sources.mjs",
  "scripts/build.ts",
  "scripts/chunk-groups.ts",
  "scripts/messages",
  "scripts/style-layers.ts",
  "scripts/name-scripts.ts",
  "server/base/translations.ts",
];
const TEST = /\.test\.tsx?$/;

/**
 * Returns the path of the file with the fingerprint of the last complete build's sources.
 * @param {string} root
 */
export function buildStamp(root) {
  return join(root, "build", ".sources");
}

/**
 * Hashes the names and contents of all files below the paths, except tests.
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
