import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { isUuid } from "#app/values/ids.ts";
import { createTextLinks } from "./text-links.ts";

/** Signs and reads the links that open one order without an account. */
export interface OrderLinks {
  /** @param since when the 90 days of the link begin */
  sign(orderId: string, since: Date): Promise<string>;
  /** The id of the order that the token is for; null for one that is wrong, changed, or too old. */
  read(token: string): Promise<string | null>;
  /** @param placedAt of the order: as long as an order waits for its money, 24 hours, it can be paid by its link */
  signForPaying(orderId: string, placedAt: Date): Promise<string>;
  /** Like `read`; a link to view an order cannot pay, and one to pay shows nothing else. */
  readForPaying(token: string): Promise<string | null>;
  /** A link that ends the stock messages of an account, for 90 days, and does nothing else. */
  signForStopping(userId: string, since: Date): Promise<string>;
  /** The id of the account. */
  readForStopping(token: string): Promise<string | null>;
  /** A link in an order text, for 30 days: shows the order and changes its texts. */
  signForTexts(orderId: string, since: Date): string;
  readForTexts(token: string): string | null;
}

const ALGORITHM = "HS256";
const HOUR_SECONDS = 60 * 60;
const TO_LOOK = { audience: "order link", lifetimeSeconds: 90 * 24 * HOUR_SECONDS };
const TO_STOP = { audience: "stock message link", lifetimeSeconds: 90 * 24 * HOUR_SECONDS };
const TO_PAY = { audience: "pay link", lifetimeSeconds: 24 * HOUR_SECONDS };

/**
 * Tokens are JSON Web Tokens (RFC 7519) with the order as their subject. Their keys, one for each purpose, are made
 * (HKDF, RFC 5869) of the service role's key, which every process of the shop has: a token of another kind is never one
 * of these, nor they one.
 * @param secret a new one ends every link
 * @param now for tests
 */
export function createOrderLinks(secret: string, now: () => Date = () => new Date()): OrderLinks {
  const toLook = createSigner(secret, TO_LOOK, now);
  const toPay = createSigner(secret, TO_PAY, now);
  const toStop = createSigner(secret, TO_STOP, now);
  const inTexts = createTextLinks(secret, now);
  return {
    sign: toLook.sign,
    read: toLook.read,
    signForPaying: toPay.sign,
    readForPaying: toPay.read,
    signForStopping: toStop.sign,
    readForStopping: toStop.read,
    signForTexts: inTexts.sign,
    readForTexts: inTexts.read,
  };
}

function createSigner(
  secret: string,
  { audience, lifetimeSeconds }: { audience: string; lifetimeSeconds: number },
  now: () => Date,
) {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", audience, 32));
  return {
    sign: (orderId: string, since: Date) => {
      const seconds = Math.floor(since.getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(audience)
        .setSubject(orderId)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(key);
    },
    read: async (token: string) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience,
          requiredClaims: ["sub", "exp"],
          currentDate: now(),
        });
        return isUuid(payload.sub ?? "") ? (payload.sub ?? null) : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
