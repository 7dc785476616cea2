import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** Returns 192 random bits as text, for tokens that are compared only by their hash. */
export function createToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Hashes a token without a secret: it has too many random bits for a search. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Returns six random digits, for people to type. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Hashes six digits with the project's secret: without it, all six-digit codes could be searched. */
export function hashCode(secret: string, to: string, code: string): string {
  return createHmac("sha256", `one-time codes:${secret}`).update(`${to}|${code}`).digest("base64url");
}
