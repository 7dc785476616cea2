import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { type AllowedOrigins, contentPolicy } from "./content-policy.ts";
import { paintFirst } from "./first-paint.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A rendered page in every form it is sent in. */
export interface KeptPage {
  status: number;
  headers: [string, string][];
  etag: string;
  bodies: { identity: Buffer; br: Buffer; gzip: Buffer };
}

export interface PageCacheOptions {
  /** The version of everything public; read at most once in `checkEveryMs`. */
  readVersion: () => Promise<string>;
  render: (request: Request) => Promise<Response>;
  allowed: AllowedOrigins;
  /** The text of a built style sheet, by its address; null when there is none. */
  readStyles: (address: string) => string | null;
  checkEveryMs: number;
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Public pages are the same for everybody: each is rendered once, compressed once, and kept until the
 * catalogue, an article or the shop's record changes.
 */
export function createPageCache(options: PageCacheOptions) {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) => page.bodies.identity.length + page.bodies.br.length + page.bodies.gzip.length,
  });
  const rendering = new Map<string, Promise<KeptPage>>();
  let version = "";
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  return { find };

  /** The page for this request, rendered now when it is not kept. Only a 200 is kept. */
  async function find(request: Request): Promise<KeptPage> {
    await checkVersion();
    const key = keyOf(request);
    const kept = pages.get(key);
    if (kept) return kept;
    const name = `${version} ${key}`;
    const under =
      rendering.get(name) ?? renderPage(request, key, version).finally(() => rendering.delete(name));
    rendering.set(name, under);
    return under;
  }

  async function renderPage(request: Request, key: string, renderedVersion: string): Promise<KeptPage> {
    // Others may wait for the same page, so it does not end with the visitor who asked first.
    const lasting = new Request(request.url, { headers: request.headers });
    const response = await options.render(lasting);
    const page = await preparePage(response, options.allowed, (html) => paintFirst(html, options.readStyles));
    // What was read before a change must not outlive it.
    if (page.status === 200 && renderedVersion === version) pages.set(key, page);
    return page;
  }

  async function checkVersion(): Promise<void> {
    if (performance.now() - checkedAt < options.checkEveryMs) return;
    checking ??= options
      .readVersion()
      .then((current) => {
        if (current !== version) pages.clear();
        version = current;
        checkedAt = performance.now();
      })
      .catch(() => {
        // Without an answer nothing kept is known to be true; the render says what is wrong.
        pages.clear();
      })
      .finally(() => {
        checking = null;
      });
    await checking;
  }
}

/** Only what a public page reads of its address: anything else would fill the cache with copies. */
function keyOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const page = searchParams.get("page");
  const routes = searchParams.get("_routes");
  return `${pathname}?${page ?? ""}&${routes ?? ""}`;
}

/**
 * Compresses a rendered page and gives it its ETag and content policy.
 * @param change what is still to be done to a page of HTML
 */
export async function preparePage(
  response: Response,
  allowed: AllowedOrigins,
  change: (html: string) => string = (html) => html,
): Promise<KeptPage> {
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const body = Buffer.from(await response.arrayBuffer());
  const identity = isHtml ? Buffer.from(change(body.toString("utf8"))) : body;
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(identity),
  ]);
  const headers = [...response.headers].filter(([name]) => name !== "content-length");
  if (isHtml) {
    headers.push(["content-security-policy", contentPolicy(identity.toString("utf8"), allowed)]);
  }
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status: response.status, headers, etag, bodies: { identity, br, gzip: zipped } };
}

/** The page in the form that the browser takes; 304 when it has it already. */
export function sendPage(page: KeptPage, request: Request): Response {
  const encoding = acceptedEncoding(request.headers.get("accept-encoding") ?? "");
  // A compressed body is another representation, so it has an ETag of its own.
  const etag = `"${page.etag}-${encoding}"`;
  const headers = new Headers(page.headers);
  headers.set("etag", etag);
  headers.set("vary", "accept-encoding");
  if (!headers.has("cache-control")) {
    headers.set("cache-control", page.status === 200 ? "no-cache" : "no-store");
  }
  const known = request.headers.get("if-none-match");
  if (page.status === 200 && known?.split(",").some((each) => each.trim().replace(/^W\//, "") === etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  const body = page.bodies[encoding];
  headers.set("content-length", String(body.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), {
    status: page.status,
    headers,
  });
}

function acceptedEncoding(header: string): "br" | "gzip" | "identity" {
  const accepted = header.split(",").map((part) => part.trim());
  const takes = (name: string) =>
    accepted.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)));
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
