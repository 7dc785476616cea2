import { globSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FILES = new Map(
  globSync("{app,packages}/**/*.module.css", { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .toSorted()
    .map((file, place) => [join(ROOT, file), place]),
);

/**
 * Names a class or animation of a CSS module in a build by the places of its file and of its name in the file, such as
 * `_1f-c`. Names with hashes, Vite's default, compress badly: pages, styles, and scripts contain them.
 */
export function shortClassName(name: string, file: string, css: string): string {
  const place = FILES.get(file.split("?", 1)[0] ?? "");
  if (place === undefined) throw new Error(`${file} is not a CSS module of the store.`);
  const names = [...new Set(css.match(/[a-z_][\w-]*/gi))];
  return `_${place.toString(36)}-${names.indexOf(name).toString(36)}`;
}
