import { LRUCache } from "lru-cache";
import { localizedPath } from "#app/messages/locales.ts";
import { isDeskPath } from "#app/platform/desk-path.ts";
import type { ContentVersion } from "#server/database/content-version.ts";
import type { PageTiming } from "#server/observe/events.ts";
import { type CachedPage, preparePage } from "./cached-page.ts";
import { type AllowedOrigins, DESK_PERMISSIONS } from "./content-policy.ts";
import { paintFirst } from "./first-paint.ts";
import type { KnownAddress, Partition } from "./known-addresses.ts";
import { createReadRecorder, type ReadRecorder, type RecordedRead } from "./recorded-reads.ts";
import type { RenderQueue } from "./render-queue.ts";

const CACHE_HIT: PageTiming = { cache: "hit", queueMs: 0, renderMs: 0, databaseMs: 0 };

export interface PageCacheOptions {
  /** Version of all public content, and the day of the store. */
  version: ContentVersion;
  queue: RenderQueue;
  /**
   * Renders a page. With `isMissingPageCached`, the response for a missing page needs only status 404. The page must
   * depend only on its URL, the reads that pass through `recorder`, and the version's epoch and day.
   */
  render: (request: Request, options: { isMissingPageCached: boolean; recorder: ReadRecorder }) => Promise<Response>;
  allowed: AllowedOrigins;
  /** Returns the content of a built style sheet by URL; null if there is none. */
  readStyles: (address: string) => string | null;
}

interface Entry {
  page: CachedPage;
  version: string;
  /** Reads that the page was rendered from; null if they are unknown. */
  reads: readonly RecordedRead[] | null;
}

/** A page, and how it was found. */
export type FoundPage = { page: CachedPage; timing: PageTiming };

/** Any origin works here: pages take the store's public origin from the settings, not from the request. */
const SOMEWHERE = "http://localhost";
/** Made-up search terms and filter combinations push out only each other. */
const MAX_BYTES: Record<Partition, number> = {
  shop: 64 * 1024 * 1024,
  words: 16 * 1024 * 1024,
  choices: 8 * 1024 * 1024,
};
/** Maximum age of an outdated page, shown only while a new one is unavailable. */
const ONE_DAY_MS = 24 * 3600 * 1000;

/**
 * Creates the cache of public pages, which are the same for everybody: each is rendered and compressed once. After a
 * change of public content, the reads that a page was rendered from are repeated, and it is rendered again only if one
 * of them differs (docs/decisions/047-cached-pages-repeat-their-reads.md). While pages cannot be rendered, outdated
 * ones are shown.
 */
export function createPageCache({ version, queue, render, allowed, readStyles }: PageCacheOptions) {
  const partitions = {
    shop: createRoom(MAX_BYTES.shop),
    words: createRoom(MAX_BYTES.words),
    choices: createRoom(MAX_BYTES.choices),
  } satisfies Record<Partition, unknown>;
  const rendering = new Map<string, Promise<FoundPage>>();
  const reread = createRereads();

  return { find, peek };

  /** Returns the page at exactly this path if it is cached and known to be current, or null. */
  function peek(path: string): CachedPage | null {
    if (!version.isFresh()) return null;
    const entry = partitions.shop.get(path) ?? partitions.words.get(path) ?? partitions.choices.get(path);
    return entry && isCurrent(entry) ? entry.page : null;
  }

  /**
   * Returns the page at this URL, and renders it if it is not cached.
   * @param client network that waits for the render
   * @throws RenderRejected if it cannot be rendered now
   */
  async function find(address: KnownAddress, client: string): Promise<FoundPage> {
    await version.refresh();
    const cached = partitions[address.partition].get(localizedPath(address.locale, address.path));
    if (cached && isCurrent(cached)) return { page: cached.page, timing: CACHE_HIT };
    const stale = cached ? { page: cached.page, timing: { ...CACHE_HIT, cache: "stale" as const } } : null;
    try {
      const found = await renderOnce(address, client, cached);
      return found.page.status >= 500 && stale ? stale : found;
    } catch (error) {
      if (stale) return stale;
      throw error;
    }
  }

  function isCurrent(entry: Entry): boolean {
    return entry.version === version.current;
  }

  function renderOnce(address: KnownAddress, client: string, cached: Entry | undefined): Promise<FoundPage> {
    const name = `${version.current} ${localizedPath(address.locale, address.path)}`;
    const started = rendering.get(name);
    if (started !== undefined) return started;
    const work = renderPage(address, client, cached).finally(() => rendering.delete(name));
    rendering.set(name, work);
    return work;
  }

  async function renderPage(address: KnownAddress, client: string, cached: Entry | undefined): Promise<FoundPage> {
    const renderedVersion = version.current;
    const path = localizedPath(address.locale, address.path);
    const missingKey = `missing ${address.locale} ${address.routeId}`;
    const missing = partitions.shop.get(missingKey);
    const isMissingPageCached = !address.isData && missing?.version === renderedVersion;
    // The page is shared, so it must not depend on the client's request, nor be aborted by it.
    const request = new Request(new URL(path, SOMEWHERE));
    const requestedAt = performance.now();
    let startedAt = requestedAt;
    let rereadMs = 0;
    const recorder = createReadRecorder();
    const { page, reads } = await queue.run(client, async (): Promise<Pick<Entry, "page" | "reads">> => {
      startedAt = performance.now();
      const isReused = cached !== undefined && (await isUnchanged(cached, renderedVersion));
      rereadMs = performance.now() - startedAt;
      if (isReused) return cached;
      const response = await render(request, { isMissingPageCached, recorder });
      if (response.status === 404 && isMissingPageCached) return { page: missing.page, reads: null };
      const isDesk = isDeskPath(address.path);
      const prepared = await preparePage(response, { ...allowed, hasWebAssembly: isDesk }, (html) =>
        paintFirst(html, readStyles),
      );
      if (isDesk) prepared.headers.push(["permissions-policy", DESK_PERMISSIONS]);
      prepared.headers.push(["surrogate-key", surrogateKeysOf(address)]);
      // Repeating the reads of search pages would cost more than it saves.
      return { page: prepared, reads: address.partition === "words" ? null : recorder.reads() };
    });
    const timing: PageTiming = {
      cache: page === cached?.page ? "unchanged" : "rendered",
      queueMs: startedAt - requestedAt,
      renderMs: performance.now() - startedAt,
      databaseMs: rereadMs + recorder.waitedMs(),
    };
    // A page rendered before a change must not outlive it.
    if (renderedVersion !== version.current) return { page, timing };
    if (page.status === 200 || (page.status === 404 && address.isNowhere)) {
      partitions[address.partition].set(path, { page, version: renderedVersion, reads });
    }
    // All unknown URLs share one page, so that made-up URLs do not fill the cache.
    if (page.status === 404 && !address.isData && !isMissingPageCached) {
      partitions.shop.set(missingKey, { page, version: renderedVersion, reads: null });
    }
    return { page, timing };
  }

  async function isUnchanged(entry: Entry, currentVersion: string): Promise<boolean> {
    if (!entry.reads || epochOf(entry.version) !== epochOf(currentVersion)) return false;
    const repeated = await Promise.all(
      entry.reads.map(async (read) => (await reread(read, currentVersion)) === read.hash),
    );
    return repeated.every(Boolean);
  }
}

/** Repeats each read once per version, for all pages that were rendered from it. */
function createRereads(): (read: RecordedRead, version: string) => Promise<string> {
  let hashes = new Map<string, Promise<string>>();
  let hashesVersion = "";
  return (read, version) => {
    if (version !== hashesVersion) {
      hashes = new Map();
      hashesVersion = version;
    }
    const hash = hashes.get(read.key) ?? read.repeat();
    hashes.set(read.key, hash);
    return hash;
  };
}

/**
 * Returns the part of the version that changes when content is published or expires at a set time, and on a new day,
 * which may change pages without a change of a row.
 */
function epochOf(version: string): string {
  return version.split(".")[1] ?? "";
}

function createRoom(maxBytes: number) {
  return new LRUCache<string, Entry>({
    maxSize: maxBytes,
    ttl: ONE_DAY_MS,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 0),
  });
}

/**
 * Returns the keys by which a CDN can purge a page (`Surrogate-Key`): `pages` for all pages, `home`,
 * `category-<prefix>`, and `product-<id>`.
 */
export function surrogateKeysOf({ path, routeId }: Pick<KnownAddress, "path" | "routeId">): string {
  const document = path.replace(/\?.*$/, "").replace(/\.data$/, "");
  if (document === "/" || document === "/_" || document === "/home") return "pages home";
  if (routeId.startsWith("category-")) return `pages ${routeId}`;
  const product = /^\/products\/([a-z]+)\/(\d+)$/.exec(document);
  return product ? `pages product-${product[2]} category-${product[1]}` : "pages";
}
