import type { IncomingMessage } from "node:http";

/** Targets that have a normal form: absolute form, fragments, backslashes, escapes, empty and dot segments. */
const HAS_OTHER_SPELLING = /^[^/]|[\\#%]|\/[/.]/;
/** RFC 3986, 2.3: an escaped unreserved character means the same as the character. */
const ESCAPED = /%([0-9a-f]{2})/gi;
const UNRESERVED = /[\w.~-]/;

/**
 * Rewrites a request's target to its normal form (RFC 3986, 6.2.2) before its path is used, so that limits, cached
 * pages, logs, and routes all see the same path. An invalid target does not change.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const target = request.url ?? "";
  const queryAt = target.indexOf("?");
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (!HAS_OTHER_SPELLING.test(path)) return;
  const unescaped = path.replace(ESCAPED, (escaped, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    return UNRESERVED.test(letter) ? letter : escaped;
  });
  const isAbsolute = /^https?:\/\//i.test(unescaped);
  if (!isAbsolute && !unescaped.startsWith("/")) return;
  // Like browsers, the URL parser resolves dot segments and treats a backslash as a slash.
  const url = URL.parse(isAbsolute ? unescaped : `http://store${unescaped}`);
  if (!url) return;
  if (isAbsolute) request.headers.host = url.host;
  request.url = url.pathname.replaceAll(/\/{2,}/g, "/") + (queryAt === -1 ? "" : target.slice(queryAt));
}
