import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createToken, hashToken } from "../secrets/hashing.ts";

const COOKIE = "provider_sign_in";

/**
 * Marks the browser in which a provider flow starts, so that no other browser can complete it (RFC 6749, section
 * 10.12). A marked browser keeps its mark, because two tabs may run flows at once.
 * @param serviceUrl of the auth service, for the cookie's path, and whether it is kept from plain HTTP
 * @param seconds that the mark lives
 * @returns the mark's hash
 */
export function setStateCookie(c: Context, serviceUrl: string, seconds: number): string {
  const { protocol, pathname } = new URL(serviceUrl);
  const mark = readMark(c) ?? createToken();
  setCookie(c, COOKIE, mark, {
    path: pathname,
    httpOnly: true,
    // The way back from the provider is a visit that another site began, which "Strict" would leave without it.
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
