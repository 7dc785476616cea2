import * as openid from "openid-client";
import type { ProviderProfile } from "./identities.ts";

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Issuer with OpenID discovery: https://accounts.google.com, or another one in tests. */
  issuer: string;
}

/** Values that tie the provider's callback to its request. */
export interface ProviderChecks {
  state: string;
  nonce: string;
  /** PKCE verifier between this service and the provider. */
  verifier: string;
}

export interface Google {
  authorizationUrl(
    checks: ProviderChecks,
    input: { scopes: string; passedOn: Record<string, string> },
  ): Promise<string>;
  /** @param answered URL to which the provider redirected */
  exchange(answered: URL, checks: ProviderChecks): Promise<ProviderProfile>;
}

const SCOPES = ["openid", "email", "profile"];

/**
 * Creates Google login, by OpenID Connect.
 * @param redirectUri this service's `/callback`
 */
export function createGoogle({ clientId, clientSecret, issuer }: GoogleSettings, redirectUri: string): Google {
  let found: Promise<openid.Configuration> | undefined;
  // Discovery runs at the first login instead of at startup, so that the store can start while Google is unreachable.
  const discover = () => {
    found ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretBasic(clientSecret), {
        execute: [openid.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : [])],
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
      const response = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = response.claims();
      if (!claims) throw new Error("The provider returned no ID token.");
      return readProfile(claims);
    },
  };
}

function readProfile(claims: openid.IDToken): ProviderProfile {
  const text = (name: string) => {
    const claim = claims[name];
    return typeof claim === "string" ? claim : undefined;
  };
  const email = text("email")?.trim().toLowerCase().slice(0, 255) ?? null;
  const isEmailVerified = claims["email_verified"] === true;
  const [subject, name, picture] = [claims.sub, text("name"), text("picture")];
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
