import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observe } from "#server/observe/events.ts";
import { type CachedPage, chooseForm, type Encoding } from "./cached-page.ts";

export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves cached pages and files before any other handler: bytes from memory with precomputed headers.
 * @param options.peek returns the page or file at exactly this path, if it is cached and current
 * @param options.headers headers of all responses of the store
 */
export function createCachedResponses(options: {
  peek: (path: string) => CachedPage | null;
  headers: readonly (readonly [string, string])[];
  observe: Observe;
}): NodeHandler {
  const prepared = new WeakMap<CachedPage, Partial<Record<Encoding, string[]>>>();

  function headersOf(page: CachedPage, encoding: Encoding, etag: string): string[] {
    const known = prepared.get(page) ?? {};
    prepared.set(page, known);
    known[encoding] ??= [
      // A header of the page replaces the general one.
      ...options.headers.filter(([name]) => page.headers.every(([own]) => own !== name)),
      ...page.headers,
      ["etag", etag],
      ...(encoding === "identity" ? [] : [["content-encoding", encoding]]),
    ].flatMap(([name, value]) => [name ?? "", value ?? ""]);
    return known[encoding];
  }

  return (request, response, next) => {
    const page = request.method === "GET" ? options.peek(request.url ?? "") : null;
    if (page?.status !== 200) return next();
    const startedAt = performance.now();
    const { encoding, body, etag, isKnown } = chooseForm(page, {
      acceptEncoding: String(request.headers["accept-encoding"] ?? ""),
      ifNoneMatch: request.headers["if-none-match"],
    });
    const id = randomUUID();
    const headers = [...headersOf(page, encoding, etag), "x-request-id", id];
    if (isKnown) {
      response.writeHead(304, headers).end();
    } else {
      response.writeHead(200, [...headers, "content-length", String(body.length)]).end(body);
    }
    const status = isKnown ? 304 : 200;
    const ms = performance.now() - startedAt;
    options.observe({ type: "cached-response", id, path: request.url ?? "", status, ms });
  };
}
