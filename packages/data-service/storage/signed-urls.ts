import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { jwtVerify } from "jose";
import { signJwt } from "../sign-jwt.ts";
import { StorageError } from "./storage-error.ts";

export interface SignedUrls {
  /**
   * @param url `bucket/name`
   * @param seconds until it expires
   */
  sign(url: string, seconds: number): string;
  /** @throws StorageError InvalidJWT if forged or expired, InvalidSignature if signed for another object */
  verify(token: string, url: string): Promise<void>;
}

/** Signatures of older versions of this service, made for other purposes, are rejected. */
const PURPOSE = "read";

/**
 * Creates tokens in URLs, as JWTs. Their key is separate, derived from the project's key: such a token never works as
 * an access token, nor the other way round.
 */
export function createSignedUrls(secret: string): SignedUrls {
  const key = createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "", "calabash storage signed urls", 32)));
  return {
    sign: (url, seconds) => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { url, purpose: PURPOSE, iat, exp: iat + seconds };
      return signJwt({ alg: "HS256", typ: "JWT" }, claims, (text) => createHmac("sha256", key).update(text).digest());
    },
    verify: async (token, url) => {
      const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], requiredClaims: ["exp"] }).catch(
        (error: Error) => {
          throw new StorageError(400, "InvalidJWT", error.message);
        },
      );
      if (payload["url"] !== url || payload["purpose"] !== PURPOSE) {
        throw new StorageError(400, "InvalidSignature", "Invalid signature");
      }
    },
  };
}
