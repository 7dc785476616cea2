// Checks whether the packages in node_modules are those of the lockfile. bootstrap.mjs imports this file before packages
// are installed, so it is plain JavaScript for Node 20.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns whether npm has installed every package of package-lock.json that this machine needs, whoever ran it. npm
 * writes what it installed into node_modules/.package-lock.json.
 * @param {string} root
 * @param {boolean} needsTests whether packages that only checks and tests need belong to it
 */
export function hasPackages(root, needsTests) {
  const listed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(listed)) return false;
  const installed = packagesIn(listed);
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(
    ([path, { version, dev, devOptional, optional, os, cpu, libc, link }]) =>
      path === "" ||
      !path.includes("node_modules/") ||
      link ||
      ((dev || devOptional) && !needsTests) ||
      // Optional packages are needed if they are for this kind of machine and no other.
      (optional && !(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)) ||
      installed[path]?.version === version,
  );
}

/** @param {string} file */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
