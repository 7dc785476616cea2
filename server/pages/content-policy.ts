import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The content policy of one rendered page. Its inline scripts are allowed by their hashes, not by a
 * nonce, so that a cached page keeps its policy.
 * @param allowed.dataOrigin of a hosted data service; empty when it is on the page's own origin
 */
export function contentPolicy(html: string, allowed: { dataOrigin: string }): string {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  const data = allowed.dataOrigin ? ` ${allowed.dataOrigin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' https://js.stripe.com ${[...hashes].join(" ")}`,
    "style-src 'self'",
    `img-src 'self' data:${data}`,
    "font-src 'self'",
    `connect-src 'self' https://api.stripe.com${data}`,
    "frame-src https://js.stripe.com https://hooks.stripe.com",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
