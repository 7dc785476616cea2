import { createHash, randomBytes } from "node:crypto";

const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;
/** The program's inline scripts have a nonce of this process, which content cannot know. */
const OWN_SCRIPT = /<script\b[^>]*?\snonce="([^"]*)"[^>]*>([\s\S]*?)<\/script>/g;

/** Nonce of the program's scripts during rendering; removed before a page is sent. */
export const SCRIPT_NONCE = randomBytes(18).toString("base64url");

/** Removes the nonces from a rendered page. @returns the page, and the contents of the program's inline scripts */
export function takeOwnScripts(html: string): { html: string; scripts: string[] } {
  const scripts = [...html.matchAll(OWN_SCRIPT)].flatMap(([, nonce, text = ""]) =>
    nonce === SCRIPT_NONCE ? [text] : [],
  );
  return { html: html.replaceAll(` nonce="${SCRIPT_NONCE}"`, ""), scripts };
}

export interface AllowedOrigins {
  /** Origin of a hosted data service; empty if it is the page's origin. */
  dataOrigin: string;
  /** Origin of the map tiles; "*" matches any subdomain. */
  tileOrigin: string;
  /** Origin of the captcha's script and frame; empty without a captcha. */
  captchaOrigin: string;
  /** Whether the page may run WebAssembly, for the barcode reader of the back office. */
  hasWebAssembly?: boolean;
}

/**
 * Permissions policy of back-office pages, which may use the camera to scan barcodes; others may not
 * (`server/http/security-headers.ts`).
 */
export const DESK_PERMISSIONS = "camera=(self), microphone=(), geolocation=(), usb=()";

/**
 * Returns the content security policy of a rendered page. The program's inline scripts and the page's styles are
 * allowed by hash instead of a nonce, so that a cached page keeps its policy; scripts in content are not allowed. Map
 * tiles are allowed on every page, because the first page's policy applies until a reload.
 * @param scripts contents of the program's inline scripts
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

/** Returns "https://*.tiles.example" for "https://{s}.tiles.example/{z}/{x}/{y}.png". */
export function tileOriginOf(mapTileUrl: string): string {
  return mapTileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*");
}
