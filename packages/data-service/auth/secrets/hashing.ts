import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** 192 random bits as text: for tokens that are only ever compared by their hash. */
export function createToken(): string {
  return randomBytes(24).toString("base64url");
}

/** A token is so many random bits that a plain hash of it cannot be searched. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Six digits, for people to type. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** All six-digit codes can be searched, so their hash takes the project's own secret. */
export function hashCode(secret: string, to: string, code: string): string {
  return createHmac("sha256", `one-time codes:${secret}`).update(`${to}|${code}`).digest("base64url");
}
