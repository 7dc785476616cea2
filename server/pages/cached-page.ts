import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isKnownEtag } from "@calabash/data-service/http";
import { type AllowedOrigins, contentPolicy, takeOwnScripts } from "./content-policy.ts";
import { START_SCRIPTS } from "./first-paint.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A rendered page or a built file, uncompressed and compressed. */
export interface CachedPage {
  status: number;
  headers: [string, string][];
  etag: string;
  bodies: Bodies;
}

export type Encoding = "br" | "gzip" | "identity";

/**
 * Browsers revalidate at each visit. Shared caches revalidate once a second, may serve a stale page meanwhile, and for
 * a day while the store does not respond.
 */
const PAGE_CACHE_CONTROL = "max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=30, stale-if-error=86400";

/** Files in compressed formats, such as fonts, have only `identity`. */
type Bodies = { identity: Buffer<ArrayBuffer> } & Partial<Record<Encoding, Buffer<ArrayBuffer>>>;

/**
 * Compresses a rendered page and adds its ETag and content security policy.
 * @param change last change of an HTML page
 */
export async function preparePage(
  response: Response,
  allowed: AllowedOrigins,
  change: (html: string) => string = (html) => html,
): Promise<CachedPage> {
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const body = Buffer.from(await response.arrayBuffer());
  const own = isHtml ? takeOwnScripts(body.toString("utf8")) : null;
  const identity = own ? Buffer.from(change(own.html)) : body;
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(identity),
  ]);
  const headers = [...response.headers].filter(([name]) => name !== "content-length");
  headers.push(["vary", "accept-encoding"]);
  if (own) {
    const scripts = [...own.scripts, START_SCRIPTS];
    headers.push(["content-security-policy", contentPolicy(identity.toString("utf8"), scripts, allowed)]);
  }
  if (!response.headers.has("cache-control")) {
    headers.push(["cache-control", response.status === 200 ? PAGE_CACHE_CONTROL : "no-store"]);
  }
  if (response.status === 503 && !response.headers.has("retry-after")) headers.push(["retry-after", "5"]);
  if (response.status === 404) headers.push(["x-robots-tag", "noindex"]);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status: response.status, headers, etag, bodies: { identity, br, gzip: zipped } };
}

/**
 * Creates the response with a page in an encoding that the client accepts; 304 if the client has it cached.
 * @param more additional headers
 */
export function sendPage(
  page: CachedPage,
  request: Request,
  more: readonly (readonly [string, string])[] = [],
): Response {
  const form = chooseForm(page, {
    acceptEncoding: request.headers.get("accept-encoding") ?? "",
    ifNoneMatch: request.headers.get("if-none-match"),
  });
  const { encoding, etag, isKnown } = form;
  const headers: [string, string][] = [
    ...page.headers,
    ...more.map(([name, value]): [string, string] => [name, value]),
    ["etag", etag],
  ];
  if (isKnown) return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers.push(["content-encoding", encoding]);
  const { body } = form;
  headers.push(["content-length", String(body.length)]);
  return new Response(request.method === "HEAD" ? null : body, { status: page.status, headers });
}

/** Chooses the body for a client's accepted encodings, and whether the client has it cached. */
export function chooseForm(
  page: CachedPage,
  requestHeaders: { acceptEncoding: string; ifNoneMatch: string | null | undefined },
): { encoding: Encoding; body: Buffer<ArrayBuffer>; etag: string; isKnown: boolean } {
  const { encoding, body } = acceptedForm(requestHeaders.acceptEncoding, page.bodies);
  // Each encoding is a separate representation, so it needs a separate ETag.
  const etag = `"${page.etag}-${encoding}"`;
  const isKnown = page.status === 200 && isKnownEtag(requestHeaders.ifNoneMatch, etag);
  return { encoding, body, etag, isKnown };
}

function acceptedForm(
  header: string,
  { identity, br, gzip }: Bodies,
): { encoding: Encoding; body: Bodies["identity"] } {
  const accepted = header.split(",").map((part) => part.trim());
  const takes = (name: string) =>
    accepted.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)));
  if (br && takes("br")) return { encoding: "br", body: br };
  return gzip && takes("gzip") ? { encoding: "gzip", body: gzip } : { encoding: "identity", body: identity };
}
