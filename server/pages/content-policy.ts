import { createHash, randomBytes } from "node:crypto";

const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;
/** A script of the program: content cannot know the nonce of this process. */
const OWN_SCRIPT = /<script\b[^>]*?\snonce="([^"]*)"[^>]*>([\s\S]*?)<\/script>/g;

/** Marks the program's scripts while a page is rendered; what leaves the process carries none. */
export const SCRIPT_NONCE = randomBytes(18).toString("base64url");

/** Takes the marks out of a rendered page. @returns the page, and the texts of the program's own inline scripts */
export function takeOwnScripts(html: string): { html: string; scripts: string[] } {
  const scripts = [...html.matchAll(OWN_SCRIPT)].flatMap(([, nonce, text = ""]) =>
    nonce === SCRIPT_NONCE ? [text] : [],
  );
  return { html: html.replaceAll(` nonce="${SCRIPT_NONCE}"`, ""), scripts };
}

export interface AllowedOrigins {
  /** Origin of a hosted data service; empty when it is the page's own origin. */
  dataOrigin: string;
  /** Origin of the map tiles; "*" stands for any subdomain. */
  tileOrigin: string;
  /** Origin of the captcha's script and frame; empty without a captcha. */
  captchaOrigin: string;
  /** Whether the page may run WebAssembly: the barcode reader of the back office. */
  hasWebAssembly?: boolean;
}

/**
 * Pages of the back office may use the camera, to scan barcodes; others may not (`server/http/security-headers.ts`).
 */
export const DESK_PERMISSIONS = "camera=(self), microphone=(), geolocation=(), usb=()";

/**
 * The content policy of one rendered page. Inline scripts of the program and the page's styles are allowed by their
 * hashes, not by a nonce, so that a cached page keeps its policy; a script that came with content gets none. The map's
 * tiles are allowed on every page, since the policy of the first page holds for all that follow without a reload.
 *
 * @param scripts texts of the program's inline scripts
 */
export function contentPolicy(html: string, scripts: readonly string[], allowed: AllowedOrigins): string {
  const data = allowed.dataOrigin ? ` ${allowed.dataOrigin}` : "";
  const captcha = allowed.captchaOrigin ? ` ${allowed.captchaOrigin}` : "";
  const wasm = allowed.hasWebAssembly ? " 'wasm-unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' https://js.stripe.com https://*.js.stripe.com${captcha}${wasm}${hashesOf(scripts)}`,
    `style-src 'self'${hashesOf([...html.matchAll(INLINE_STYLE)].map(([, text = ""]) => text))}`,
    `img-src 'self' data:${data} ${allowed.tileOrigin}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' https://api.stripe.com${data}`,
    `frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com${captcha}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

function hashesOf(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`).join("");
}

/** "https://{s}.tiles.example/{z}/{x}/{y}.png" comes from "https://*.tiles.example". */
export function tileOriginOf(mapTileUrl: string): string {
  return mapTileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*");
}
