import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { isUuid } from "#app/values/ids.ts";

/** Signs and reads the links that open one order without an account. */
export interface OrderLinks {
  /** @param since when the 90 days of the link begin */
  sign(orderId: string, since: Date): Promise<string>;
  /** The id of the order that the token is for; null for one that is wrong, changed, or too old. */
  read(token: string): Promise<string | null>;
}

const AUDIENCE = "order link";
const ALGORITHM = "HS256";
const LIFETIME_SECONDS = 90 * 24 * 60 * 60;

/**
 * Tokens are JSON Web Tokens (RFC 7519) with the order as their subject. Their key is made (HKDF, RFC 5869) of the
 * service role's key, which every process of the shop has: a token of another kind is never one of these, nor they one.
 * @param secret a new one ends every link
 * @param now for tests
 */
export function createOrderLinks(secret: string, now: () => Date = () => new Date()): OrderLinks {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", AUDIENCE, 32));
  return {
    sign: (orderId, since) => {
      const seconds = Math.floor(since.getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setSubject(orderId)
        .setExpirationTime(seconds + LIFETIME_SECONDS)
        .sign(key);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
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
