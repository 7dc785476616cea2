import { LRUCache } from "lru-cache";
import { type CachedPage, preparePage } from "./cached-page.ts";
import type { AllowedOrigins } from "./content-policy.ts";
import type { ContentVersion } from "./content-version.ts";
import { paintFirst } from "./first-paint.ts";
import type { KnownAddress, Partition } from "./known-addresses.ts";
import type { RenderQueue } from "./render-queue.ts";

export interface PageCacheOptions {
  /** The version of everything public. */
  version: ContentVersion;
  queue: RenderQueue;
  /**
   * Asks for a page. With `isMissingPageCached`, an address at which nothing is may be answered by status 404 alone.
   */
  render: (request: Request, options: { isMissingPageCached: boolean }) => Promise<Response>;
  allowed: AllowedOrigins;
  /** The text of a built style sheet, by its address; null when there is none. */
  readStyles: (address: string) => string | null;
}

interface Entry {
  page: CachedPage;
  version: string;
}

/** Pages know the shop's public address from its settings, not from who asked. */
const SOMEWHERE = "http://localhost";
/** Pages for made-up words, and for choices put together at random, push out each other, and nothing else. */
const MAX_BYTES: Record<Partition, number> = {
  shop: 64 * 1024 * 1024,
  words: 16 * 1024 * 1024,
  choices: 8 * 1024 * 1024,
};
/** Maximum age of an outdated page, shown only while a new one is unavailable. */
const ONE_DAY_MS = 24 * 3600 * 1000;

/**
 * Public pages are the same for everybody: each is rendered once, compressed once, and kept until the
 * catalogue, an article or the shop's record changes. While they cannot be rendered anew, the old ones are shown.
 */
export function createPageCache({ version, queue, render, allowed, readStyles }: PageCacheOptions) {
  const partitions = {
    shop: createRoom(MAX_BYTES.shop),
    words: createRoom(MAX_BYTES.words),
    choices: createRoom(MAX_BYTES.choices),
  } satisfies Record<Partition, unknown>;
  const rendering = new Map<string, Promise<CachedPage>>();

  return { find, peek };

  /** Returns the page at exactly this path if it is cached and known to be current, or null. */
  function peek(path: string): CachedPage | null {
    if (!version.isFresh()) return null;
    const entry = partitions.shop.get(path) ?? partitions.words.get(path) ?? partitions.choices.get(path);
    return entry?.version === version.current ? entry.page : null;
  }

  /**
   * Returns the page at this URL, rendering it when it is not cached.
   * @param visitor who waits for the render
   * @throws RenderRejected when it cannot be rendered now
   */
  async function find(address: KnownAddress, client: string): Promise<CachedPage> {
    await version.refresh();
    const cached = partitions[address.partition].get(address.path);
    if (cached?.version === version.current) return cached.page;
    try {
      const page = await renderOnce(address, client);
      return page.status >= 500 && cached ? cached.page : page;
    } catch (error) {
      if (cached) return cached.page;
      throw error;
    }
  }

  function renderOnce(address: KnownAddress, client: string): Promise<CachedPage> {
    const name = `${version.current} ${address.path}`;
    const started = rendering.get(name);
    if (started !== undefined) return started;
    const work = renderPage(address, client).finally(() => rendering.delete(name));
    rendering.set(name, work);
    return work;
  }

  async function renderPage(address: KnownAddress, client: string): Promise<CachedPage> {
    const renderedVersion = version.current;
    const missingKey = `missing ${address.routeId}`;
    const missing = partitions.shop.get(missingKey);
    const isMissingPageCached = !address.isData && missing?.version === renderedVersion;
    // The page is shared, so nothing of the client's request goes into it or aborts it.
    const request = new Request(new URL(address.path, SOMEWHERE));
    const page = await queue.run(client, async () => {
      const response = await render(request, { isMissingPageCached });
      if (response.status === 404 && isMissingPageCached) return missing.page;
      return preparePage(response, allowed, (html) => paintFirst(html, readStyles));
    });
    // A page rendered before a change must not outlive it.
    if (renderedVersion !== version.current) return page;
    if (page.status === 200 || (page.status === 404 && address.isNowhere)) {
      partitions[address.partition].set(address.path, { page, version: renderedVersion });
    }
    // All unknown URLs share one page, so made-up URLs fill no cache.
    if (page.status === 404 && !address.isData && !isMissingPageCached) {
      partitions.shop.set(missingKey, { page, version: renderedVersion });
    }
    return page;
  }
}

function createRoom(maxBytes: number) {
  return new LRUCache<string, Entry>({
    maxSize: maxBytes,
    ttl: ONE_DAY_MS,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 0),
  });
}
