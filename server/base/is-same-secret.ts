import { timingSafeEqual } from "node:crypto";

/** Compares a text from outside with a secret; the time depends only on their lengths. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
