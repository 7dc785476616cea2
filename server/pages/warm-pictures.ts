/** Maximum number of sizes created ahead, over all pages. */
const MAX_SIZES = 400;
/** Wider sizes are for a page's single large image, which is created when the page is viewed. */
const WIDEST = 800;
const SIZE = /\/storage\/v1\/render\/image\/public\/[^\s"]+/g;

/**
 * Creates the image sizes of the first pages ahead of requests, one by one and with the lowest priority, so that the
 * first customers of a new store see images at once.
 * @param readPage returns a page's HTML
 * @param requestSize requests one size by its URL, and resolves when it is created
 * @returns how many were requested
 */
export async function warmPictures(options: {
  paths: readonly string[];
  readPage: (path: string) => Promise<string>;
  requestSize: (address: string) => Promise<unknown>;
  signal: AbortSignal;
}): Promise<number> {
  const requested = new Set<string>();
  for (const path of options.paths) {
    for (const address of sizesIn(await options.readPage(path))) {
      if (options.signal.aborted || requested.size >= MAX_SIZES) return requested.size;
      if (requested.has(address)) continue;
      requested.add(address);
      await options.requestSize(address);
    }
  }
  return requested.size;
}

/** Returns the URLs of image sizes in a page, most requested widths first. */
export function sizesIn(html: string): string[] {
  const addresses = [...new Set(html.match(SIZE) ?? [])].map((address) => address.replaceAll("&amp;", "&"));
  const widthOf = (address: string) => Number(new URL(address, "http://shop").searchParams.get("width"));
  return addresses
    .filter((address) => widthOf(address) <= WIDEST)
    .toSorted((one, other) => rank(widthOf(one)) - rank(widthOf(other)));
}

/** Orders widths by how often screens request them: cards at 2x, 1x, and 3x, then thumbnails. */
function rank(width: number): number {
  const place = [480, 320, 640, 160].indexOf(width);
  return place === -1 ? 9 : place;
}
