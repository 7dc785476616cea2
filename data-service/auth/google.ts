import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as openid from "openid-client";
import { OAuthError } from "./auth-error.ts";
import type { ProviderProfile } from "./identities.ts";

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Where the provider describes itself: https://accounts.google.com, or another one in tests. */
  issuer: string;
}

/** What ties an answer of the provider to the request that it answers. */
export interface ProviderChecks {
  state: string;
  nonce: string;
  /** Of PKCE between this service and the provider. */
  verifier: string;
}

export interface Google {
  authorizationUrl(
    checks: ProviderChecks,
    asked: { scopes: string; passedOn: Record<string, string> },
  ): Promise<string>;
  /** @param answered the address that the provider led back to */
  exchange(answered: URL, checks: ProviderChecks): Promise<ProviderProfile>;
  /** @throws OAuthError for a token that is not the provider's, not for this shop, or too old */
  verifyIdToken(idToken: string, given: { nonce: string; accessToken: string }): Promise<ProviderProfile>;
}

const SCOPES = ["openid", "email", "profile"];

/** Sign in with Google, by OpenID Connect. @param redirectUri this service's `/callback` */
export function createGoogle(
  { clientId, clientSecret, issuer }: GoogleSettings,
  redirectUri: string,
): Google {
  let found: Promise<openid.Configuration> | undefined;
  let keys: JWTVerifyGetKey | undefined;
  // Asked at the first sign-in, not at the start: the shop opens while Google is out of reach.
  const discover = () => {
    found ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretBasic(clientSecret), {
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };

  return {
    authorizationUrl: async ({ state, nonce, verifier }, { scopes, passedOn }) => {
      const more = scopes.split(/[ ,]+/).filter((scope) => scope !== "" && !SCOPES.includes(scope));
      const url = openid.buildAuthorizationUrl(await discover(), {
        ...passedOn,
        redirect_uri: redirectUri,
        scope: [...SCOPES, ...more].join(" "),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return url.href;
    },

    exchange: async (answered, { state, nonce, verifier }) => {
      const configuration = await discover();
      const url = new URL(redirectUri);
      url.search = answered.search;
      const answer = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = answer.claims();
      if (!claims) throw new Error("The provider gave no ID token.");
      if (claims["email"] !== undefined) return readProfile(claims);
      // Google tells in the token; the standard lets a provider tell here alone.
      const told = await openid.fetchUserInfo(configuration, answer.access_token, claims.sub);
      return readProfile({ ...claims, ...told });
    },

    verifyIdToken: async (idToken, { nonce, accessToken }) => {
      const metadata = (await discover()).serverMetadata();
      keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ""));
      const claims = await checkIdToken(idToken, keys, { issuer: metadata.issuer, clientId });
      checkNonce(claims["nonce"], nonce);
      const expected = claims["at_hash"];
      if (accessToken !== "" && expected !== undefined && expected !== leftHalfHash(accessToken)) {
        throw badIdToken();
      }
      return readProfile(claims);
    },
  };
}

async function checkIdToken(
  idToken: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; clientId: string },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: expected.issuer,
      audience: expected.clientId,
      requiredClaims: ["sub", "iat", "exp"],
      algorithms: ["RS256", "PS256", "ES256"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud") {
      throw new OAuthError("invalid request", "Unacceptable audience in id_token");
    }
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    throw badIdToken();
  }
}

/** The token carries the hash, the caller shows what was hashed. */
function checkNonce(inToken: unknown, given: string): void {
  if ((inToken === undefined || inToken === "") !== (given === "")) {
    throw new OAuthError(
      "invalid request",
      "Passed nonce and nonce in id_token should either both exist or not.",
    );
  }
  if (given !== "" && createHash("sha256").update(given).digest("hex") !== inToken) {
    throw new OAuthError("invalid nonce", "Nonces mismatch");
  }
}

/** `at_hash` of OpenID Connect Core, section 3.1.3.6, for the algorithms above. */
function leftHalfHash(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");
}

function badIdToken(): OAuthError {
  return new OAuthError("invalid request", "Bad ID token");
}

function readProfile(claims: JWTPayload): ProviderProfile {
  const text = (name: string) => (typeof claims[name] === "string" ? (claims[name] as string) : undefined);
  const email = text("email")?.trim().toLowerCase().slice(0, 255) ?? null;
  const isEmailVerified = claims["email_verified"] === true;
  const [subject, name, picture] = [claims.sub ?? "", text("name"), text("picture")];
  return {
    provider: "google",
    subject,
    email,
    isEmailVerified,
    claims: {
      iss: claims.iss,
      sub: subject,
      provider_id: subject,
      email: email ?? undefined,
      email_verified: isEmailVerified,
      phone_verified: false,
      name,
      full_name: name,
      picture,
      avatar_url: picture,
    },
  };
}

function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
