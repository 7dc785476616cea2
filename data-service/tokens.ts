import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { LRUCache } from "lru-cache";

export const API_ROLES = ["anon", "authenticated", "service_role"] as const;
export type ApiRole = (typeof API_ROLES)[number];

/** The claims of a verified token: an access token of a person, or one of the two project keys. */
export interface Claims extends JWTPayload {
  role: ApiRole;
}

export class InvalidToken extends Error {
  readonly isExpired: boolean;

  constructor(message: string, isExpired = false) {
    super(message);
    this.name = "InvalidToken";
    this.isExpired = isExpired;
  }
}

export interface Tokens {
  /** Signs claims with the project's key; `exp` and `iat` are seconds since 1970. */
  sign(claims: JWTPayload): Promise<string>;
  /** @throws InvalidToken when forged, expired, unsigned or foreign */
  verify(token: string): Promise<Claims>;
  /** The public key as a JWK, for /.well-known/jwks.json. */
  publicJwk: JWK;
}

const ALGORITHM = "ES256";
const REMEMBERED_TOKENS = 5_000;

/** A new private signing key as a JWK with its key id. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: ALGORITHM, use: "sig", kid: await calculateJwkThumbprint(jwk) };
}

/** @param signingKey as `createSigningKey` made it */
export async function createTokens(signingKey: JWK): Promise<Tokens> {
  const { d: _, ...publicJwk } = signingKey;
  const privateKey = (await importJWK(signingKey, ALGORITHM)) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, ALGORITHM)) as CryptoKey;
  const kid = signingKey.kid ?? "";
  // Checking a signature costs more than most queries; a token's own text is as good a key as any.
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });

  return {
    publicJwk,
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid }).sign(privateKey),
    verify: async (token) => {
      const known = verified.get(token);
      if (known) {
        if ((known.exp ?? Infinity) > Date.now() / 1000) return known;
        verified.delete(token);
        throw new InvalidToken("JWT expired", true);
      }
      const claims = await check(token, publicKey);
      verified.set(token, claims);
      return claims;
    },
  };
}

async function check(token: string, publicKey: CryptoKey): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, publicKey, { algorithms: [ALGORITHM] });
    if (!isApiRole(payload["role"])) throw new InvalidToken("The token names no role of this service");
    return payload as Claims;
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    const { code } = error as { code?: string };
    throw code === "ERR_JWT_EXPIRED"
      ? new InvalidToken("JWT expired", true)
      : new InvalidToken("JWT cryptographic operation failed");
  }
}

function isApiRole(role: unknown): role is ApiRole {
  return API_ROLES.some((known) => known === role);
}
