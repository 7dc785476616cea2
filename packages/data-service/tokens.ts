import { createPrivateKey, sign } from "node:crypto";
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { LRUCache } from "lru-cache";
import { signJwt } from "./sign-jwt.ts";
import { fieldsOf } from "./unknown-value.ts";

const API_ROLES = ["anon", "authenticated", "service_role"] as const;
export type ApiRole = (typeof API_ROLES)[number];

/** Claims of a verified token: a user's access token, or one of the two project keys. */
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
  sign(claims: JWTPayload): string;
  /** @throws InvalidToken if it is forged, expired, unsigned, or from another key or issuer */
  verify(token: string): Promise<Claims>;
  /** The public keys as JWKs, the signing one first, for /.well-known/jwks.json. */
  publicJwks: JWK[];
}

export interface TokenOptions {
  /** Key from `createSigningKey`. */
  signingKey: JWK;
  /** Keys that signed before; their tokens are valid until they expire. */
  retiredKeys?: readonly JWK[];
  /** The `iss` of user tokens; undefined if they are not accepted. */
  issuer?: string;
}

/** The `iss` of the two project keys. */
export const PROJECT_ISSUER = "supabase";

const ALGORITHM = "ES256";
const CACHED_TOKENS = 5_000;

/** Creates a private signing key as a JWK with its key id. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: ALGORITHM, use: "sig", kid: await calculateJwkThumbprint(jwk) };
}

export async function createTokens(options: TokenOptions): Promise<Tokens> {
  const { signingKey, retiredKeys = [] } = options;
  const publicJwks = [signingKey, ...retiredKeys].map(({ d: _, ...publicJwk }) => publicJwk);
  const privateKey = createPrivateKey({ key: { ...signingKey }, format: "jwk" });
  const header = { alg: ALGORITHM, typ: "JWT", kid: signingKey.kid ?? "" } as const;
  const check = createCheck(publicJwks, options);
  // Cache verified tokens by their text, because checking a signature costs more than most queries.
  const verified = new LRUCache<string, Claims>({ max: CACHED_TOKENS });

  return {
    publicJwks,
    // The option `dsaEncoding` of `sign` doubles its CPU time.
    sign: (claims) => signJwt(header, claims, (text) => joinIntegers(sign("sha256", Buffer.from(text), privateKey))),
    verify: async (token) => {
      const known = verified.get(token);
      if (known) {
        if ((known.exp ?? Infinity) > Date.now() / 1000) return known;
        verified.delete(token);
        throw new InvalidToken("JWT expired", true);
      }
      const claims = await check(token);
      verified.set(token, claims);
      return claims;
    },
  };
}

function createCheck(publicJwks: JWK[], { issuer }: TokenOptions): (token: string) => Promise<Claims> {
  const ownKeys = createLocalJWKSet({ keys: publicJwks });
  const issuers = [PROJECT_ISSUER, ...(issuer === undefined ? [] : [issuer])];

  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, ownKeys, { algorithms: [ALGORITHM] });
      if (!issuers.includes(payload.iss ?? "")) throw new InvalidToken("The token has another issuer");
      const { role } = payload;
      if (!isApiRole(role)) throw new InvalidToken("The token has no role of this service");
      return { ...payload, role };
    } catch (error) {
      if (error instanceof InvalidToken) throw error;
      const { code } = fieldsOf(error);
      throw code === "ERR_JWT_EXPIRED"
        ? new InvalidToken("JWT expired", true)
        : new InvalidToken("JWT cryptographic operation failed");
    }
  };
}

/**
 * Converts an ECDSA signature from DER, two integers without leading zeros, to the form of a token: both in 32 bytes,
 * https://www.rfc-editor.org/rfc/rfc7518#section-3.4
 */
function joinIntegers(der: Buffer): Buffer {
  const joined = Buffer.alloc(64);
  let start = 2;
  for (const end of [32, 64]) {
    const length = der[start + 1] ?? 0;
    const digits = der.subarray(start + 2, start + 2 + length).subarray(-32);
    digits.copy(joined, end - digits.length);
    start += 2 + length;
  }
  return joined;
}

function isApiRole(role: unknown): role is ApiRole {
  return API_ROLES.some((known) => known === role);
}
