import { createHash } from "node:crypto";

const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

export interface AllowedOrigins {
  /** Of a hosted data service; empty when it is on the page's own origin. */
  dataOrigin: string;
  /** Of the map's tiles; a "*" stands for any subdomain. */
  tileOrigin: string;
  /** Of the captcha's script and frame; empty when there is none. */
  captchaOrigin: string;
}

/**
 * The content policy of one rendered page. Its inline scripts and styles are allowed by their hashes, not by a
 * nonce, so that a cached page keeps its policy. The map's tiles are allowed on every page, since the
 * policy of the first page holds for all that follow without a reload.
 */
export function contentPolicy(html: string, allowed: AllowedOrigins): string {
  const data = allowed.dataOrigin ? ` ${allowed.dataOrigin}` : "";
  const captcha = allowed.captchaOrigin ? ` ${allowed.captchaOrigin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' https://js.stripe.com https://*.js.stripe.com${captcha}${hashesOf(html, INLINE_SCRIPT)}`,
    `style-src 'self'${hashesOf(html, INLINE_STYLE)}`,
    `img-src 'self' data:${data} ${allowed.tileOrigin}`,
    "font-src 'self'",
    `connect-src 'self' https://api.stripe.com${data}`,
    `frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com${captcha}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

function hashesOf(html: string, element: RegExp): string {
  const texts = new Set([...html.matchAll(element)].map(([, text = ""]) => text));
  return [...texts].map((text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`).join("");
}

/** "https://{s}.tiles.example/{z}/{x}/{y}.png" comes from "https://*.tiles.example". */
export function tileOriginOf(mapTileUrl: string): string {
  return mapTileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*");
}
