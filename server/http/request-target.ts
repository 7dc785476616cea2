import type { IncomingMessage } from "node:http";

/** Targets that can be written in a second way: absolute form, fragments, backslashes, escapes, empty and dot segments. */
const HAS_OTHER_SPELLING = /^[^/]|[\\#%]|\/[/.]/;
/** RFC 3986, 2.3: an escaped unreserved character means the same as the character. */
const ESCAPED = /%([0-9a-f]{2})/gi;
const UNRESERVED = /[\w.~-]/;

/**
 * Rewrites the target of a request into its one normal form (RFC 3986, 6.2.2) before anything decides by its path:
 * limits, cached pages, logs, and routes then all read the same one. A target that is no address stays as it is.
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
  // The URL parser resolves dot segments and reads a backslash as a slash, as browsers do.
  const url = URL.parse(isAbsolute ? unescaped : `http://store${unescaped}`);
  if (!url) return;
  if (isAbsolute) request.headers.host = url.host;
  request.url = url.pathname.replaceAll(/\/{2,}/g, "/") + (queryAt === -1 ? "" : target.slice(queryAt));
}
