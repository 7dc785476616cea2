import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { signJwt } from "@calabash/data-service/sign-jwt";
import { errors, jwtVerify } from "jose";
import { isUuid } from "#app/values/ids.ts";
import { createTextLinks } from "./text-links.ts";

/** Signs and reads the links that open one order without an account. */
export interface OrderLinks {
  /**
   * Signs a link that shows the order for 90 days.
   * @param since start of the 90 days
   */
  sign(orderId: string, since: Date): string;
  /** Returns the id of the token's order; null if the token is wrong or expired. */
  read(token: string): Promise<string | null>;
  /**
   * Signs a link that pays the order for 24 hours, as long as an unpaid order exists.
   * @param placedAt time of the order
   */
  signForPaying(orderId: string, placedAt: Date): string;
  /** Like `read`, for pay links. A view link cannot pay, and a pay link shows nothing else. */
  readForPaying(token: string): Promise<string | null>;
  /** Signs a link that cancels an account's back-in-stock requests, for 90 days, and does nothing else. */
  signForStopping(userId: string, since: Date): string;
  /** Returns the id of the account; null if the token is wrong or expired. */
  readForStopping(token: string): Promise<string | null>;
  /** Signs a link for order texts, for 30 days, that shows the order and changes its texts. */
  signForTexts(orderId: string, since: Date): string;
  readForTexts(token: string): string | null;
}

const ALGORITHM = "HS256";
const HOUR_SECONDS = 60 * 60;
const TO_LOOK = { audience: "order link", lifetimeSeconds: 90 * 24 * HOUR_SECONDS };
const TO_STOP = { audience: "stock message link", lifetimeSeconds: 90 * 24 * HOUR_SECONDS };
const TO_PAY = { audience: "pay link", lifetimeSeconds: 24 * HOUR_SECONDS };

/**
 * Creates order links with JSON Web Tokens (RFC 7519), whose subject is the order or the account. Each purpose has a
 * separate key, derived (HKDF, RFC 5869) from the service role's key, which all processes share, so a token is valid
 * for one purpose only.
 * @param secret a new secret invalidates all links
 * @param now replaced in tests
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
  const key = createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "", audience, 32)));
  return {
    sign: (orderId: string, since: Date) => {
      const claims = { aud: audience, sub: orderId, exp: Math.floor(since.getTime() / 1000) + lifetimeSeconds };
      return signJwt({ alg: ALGORITHM }, claims, (text) => createHmac("sha256", key).update(text).digest());
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
