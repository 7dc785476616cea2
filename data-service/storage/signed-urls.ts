import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { StorageError } from "./storage-error.ts";

/** What one signed address is good for: one thing to do with one object. */
export interface SignedClaims {
  /** `bucket/name` */
  url: string;
  purpose: "read" | "render" | "upload";
  /** Of a rendering, fixed when it was signed. */
  transform?: Record<string, string>;
  /** Of an upload: whose it will be, and whether it may replace. */
  owner?: string;
  upsert?: boolean;
}

export interface SignedUrls {
  /** @param seconds until it is over */
  sign(claims: SignedClaims, seconds: number): Promise<string>;
  /** @throws StorageError InvalidJWT when forged or over, InvalidSignature when it is for something else */
  verify(token: string, wanted: { url: string; purpose: SignedClaims["purpose"] }): Promise<SignedClaims>;
}

/**
 * Tokens in addresses, as JWTs. They are signed with a key of their own, derived from the project's: none of
 * them is ever a person's token, and no person's token opens an address.
 */
export function createSignedUrls(secret: string): SignedUrls {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "calabash storage signed urls", 32));
  return {
    sign: ({ ...claims }, seconds) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    verify: async (token, wanted) => {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        requiredClaims: ["exp"],
      }).catch((error: Error) => {
        throw new StorageError(400, "InvalidJWT", error.message);
      });
      const claims = payload as unknown as SignedClaims;
      if (claims.url !== wanted.url || claims.purpose !== wanted.purpose) {
        throw new StorageError(400, "InvalidSignature", "Invalid signature");
      }
      return claims;
    },
  };
}
