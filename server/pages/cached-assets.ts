import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import type { CachedPage } from "./cached-page.ts";

/** Cache lifetime of files whose names contain a hash of their content. */
export const ONE_YEAR = "public, max-age=31536000, immutable";

/**
 * Caches built scripts, styles, and fonts in memory when first requested, a few megabytes in total.
 * @param clientFolder folder of the built browser files, with their compressed forms (`.br`, `.gz`)
 * @returns a function that returns the file at exactly this path, or null if there is none
 */
export function cacheAssets(clientFolder: string): (path: string) => CachedPage | null {
  const folder = join(clientFolder, "assets");
  const files = new Set(readdirSync(folder));
  const cached = new Map<string, CachedPage>();

  /** @throws Error if the file was deleted */
  function read(name: string): CachedPage {
    const form = (ending: string) => (files.has(name + ending) ? readFileSync(join(folder, name + ending)) : undefined);
    const [br, gzip] = [form(".br"), form(".gz")];
    return {
      status: 200,
      headers: [
        ["content-type", getMimeType(name) ?? "application/octet-stream"],
        ["cache-control", ONE_YEAR],
        ["vary", "accept-encoding"],
      ],
      etag: name,
      bodies: { identity: readFileSync(join(folder, name)), ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    };
  }

  return (path) => {
    if (!path.startsWith("/assets/")) return null;
    const name = path.slice("/assets/".length);
    const known = cached.get(name);
    if (known) return known;
    // Only names from this list are read, so a name cannot leave the folder.
    if (!files.has(name) || /\.(br|gz)$/.test(name)) return null;
    try {
      const asset = read(name);
      cached.set(name, asset);
      return asset;
    } catch {
      return null;
    }
  };
}
