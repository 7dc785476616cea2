import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createToken, hashToken } from "../secrets/hashing.ts";

const COOKIE = "provider_sign_in";

/**
 * Sets a cookie in the browser that starts a provider flow, so that no other browser can complete it (RFC 6749, section
 * 10.12). An existing cookie keeps its value, because two tabs may run flows at once.
 * @param serviceUrl URL of the auth service: the cookie gets its path, and is Secure if the URL has HTTPS
 * @param seconds lifetime of the cookie
 * @returns the hash of the cookie's value
 */
export function setStateCookie(c: Context, serviceUrl: string, seconds: number): string {
  const { protocol, pathname } = new URL(serviceUrl);
  const mark = readMark(c) ?? createToken();
  setCookie(c, COOKIE, mark, {
    path: pathname,
    httpOnly: true,
    // The provider redirects here from another site, and browsers do not send "Strict" cookies then.
    sameSite: "Lax",
    secure: protocol === "https:",
    maxAge: seconds,
  });
  return hashToken(mark);
}

/** Returns whether the browser has the cookie of this flow. */
export function hasStateCookie(c: Context, hashed: string): boolean {
  const mark = readMark(c);
  return mark !== null && hashToken(mark) === hashed;
}

function readMark(c: Context): string | null {
  const mark = getCookie(c, COOKIE) ?? "";
  return /^[\w-]{32}$/.test(mark) ? mark : null;
}
