import { createHash, timingSafeEqual } from "node:crypto";

/** Compares a text from outside with a secret, in the same time for every text. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
