import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import type { SharedFiles } from "#server/files/shared-files.ts";
import { ONE_YEAR } from "./cached-assets.ts";
import type { CachedPage } from "./cached-page.ts";

export interface SharedAssets {
  /**
   * Stores the files of this build for processes of other builds, and removes builds that were last started long ago.
   * If the build is already stored, only its start is recorded.
   */
  publish(): Promise<void>;
  /** Returns a file of another build, or null. @throws Error if the shared files are unavailable */
  find(name: string): Promise<CachedPage | null>;
}

/** An older page is reloaded when a script is missing. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;
/** Kept regardless of age: after a quiet year, pages of the previous build may still be open. */
const MIN_BUILDS = 3;
const MAX_BUILDS = 50;
/** File that is written at each start of a build, so that the build's age counts from its last start. */
const MARK = "started";
const PARALLEL = 16;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** Unknown names cost at most one listing per second, however many are requested. */
const LIST_EVERY_MS = 1_000;
/** Names of built files, which contain a hash of the content. */
const HASHED = /^[\w.-]+-[\w-]{8}\.(js|css|woff2|png|svg|wasm)$/;

/**
 * Shares built scripts, styles, and fonts between processes of different builds, so that a page of one build can load
 * its files from a process of another (docs/decisions/061-assets-of-other-builds.md).
 * @param folder folder of the built assets, with compressed forms
 */
export function createSharedAssets(folder: string, shared: SharedFiles, now: () => number = Date.now): SharedAssets {
  const cached = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bodies }) => Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 1),
  });
  let paths = new Map<string, string>();
  let listing: Promise<void> | null = null;
  let listedAt = Number.NEGATIVE_INFINITY;

  async function list(): Promise<void> {
    const files = await shared.list();
    paths = new Map(files.map(({ path }) => [nameOf(path), path]));
  }

  /** Starts a listing after this call, at most one per second. */
  function listSoon(): Promise<void> {
    listing ??= delay(Math.max(0, listedAt + LIST_EVERY_MS - performance.now())).then(() => {
      // Later calls wait for the next listing, because this one may miss newer files.
      listing = null;
      listedAt = performance.now();
      return list();
    });
    return listing;
  }

  async function read(name: string): Promise<CachedPage | null> {
    const form = paths.has(`${name}.br`) ? `${name}.br` : name;
    const path = paths.get(form);
    const bytes = path === undefined ? null : await shared.read(path);
    if (!bytes) return null;
    const headers: [string, string][] = [
      ["content-type", getMimeType(name) ?? "application/octet-stream"],
      ["cache-control", ONE_YEAR],
      ["vary", "accept-encoding"],
    ];
    const bodies =
      form === name
        ? { identity: Buffer.from(bytes) }
        : { br: Buffer.from(bytes), identity: Buffer.from(await promisify(brotliDecompress)(bytes)) };
    return { status: 200, headers, etag: name, bodies };
  }

  return {
    publish: async () => {
      const files = new Set(await readdir(folder));
      // Browsers without Brotli are rare, so one form of each file is enough.
      const own = [...files].filter((name) => !name.endsWith(".gz") && !files.has(`${name}.br`));
      const build = createHash("sha256").update(own.sort().join()).digest("hex").slice(0, 16);
      const present = await shared.list();
      const known = new Set(present.map(({ path }) => path));
      const queue = new PQueue({ concurrency: PARALLEL });
      const write = async (name: string) => shared.write(`${build}/${name}`, await readFile(join(folder, name)));
      await queue.addAll(own.filter((name) => !known.has(`${build}/${name}`)).map((name) => () => write(name)));
      await shared.write(`${build}/${MARK}`, Buffer.alloc(0));
      const outdated = outdatedPaths(present, build, now());
      await queue.addAll(outdated.map((path) => () => shared.remove(path)));
    },
    find: async (name) => {
      if (!HASHED.test(name)) return null;
      const known = cached.get(name);
      if (known) return known;
      if (!paths.has(name) && !paths.has(`${name}.br`)) await listSoon();
      const found = await read(name);
      if (found) cached.set(name, found);
      return found;
    },
  };
}

function nameOf(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Returns the files of builds that were last started too long ago. */
function outdatedPaths(present: readonly { path: string; modifiedAt: Date }[], own: string, nowMs: number): string[] {
  const startedAt = new Map<string, number>();
  for (const { path, modifiedAt } of present) {
    const build = path.slice(0, path.indexOf("/"));
    if (build !== own) startedAt.set(build, Math.max(startedAt.get(build) ?? 0, modifiedAt.getTime()));
  }
  const builds = [...startedAt].sort(([, one], [, other]) => other - one);
  // The limits include this build.
  const outdated = builds
    .filter(([, at], place) => place >= MAX_BUILDS - 1 || (place >= MIN_BUILDS - 1 && nowMs - at > MAX_AGE_MS))
    .map(([build]) => build);
  return present.map(({ path }) => path).filter((path) => outdated.includes(path.slice(0, path.indexOf("/"))));
}
