import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { withCookies } from "./browser-cookies.ts";

/** Claims of one user of the provider. */
interface OpenIdPerson {
  sub?: string;
  name?: string;
  picture?: string;
  email_verified?: boolean;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By email address; all other addresses are treated as verified. */
  accounts: Map<string, OpenIdPerson>;
  /**
   * Logs in on the provider's page like a browser: follows redirects, submits the email address, follows redirects.
   * @param email null to press Cancel
   * @returns the URL to which the provider redirects back
   */
  signIn(startAddress: string, email: string | null): Promise<URL>;
  close(): Promise<void>;
}

/** Starts a real OpenID provider on a free port; its login page asks only for an email address. */
export async function startOpenIdProvider(options: { redirectUris: string[] }): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, OpenIdPerson>();
  /** Email address of each account's last login. */
  const signedIn = new Map<string, string>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const [clientId, clientSecret] = ["shop", "the shop's secret at the provider"];
  const describePerson = (email: string) => {
    const person = accounts.get(email) ?? {};
    const sub = person.sub ?? createHash("sha256").update(email).digest("hex").slice(0, 21);
    return { email, email_verified: true, name: email.split("@")[0], ...person, sub };
  };

  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: options.redirectUris }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "test", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => describePerson(signedIn.get(accountId) ?? "") }),
    // Grant consent automatically, because the tests are not about it.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    if (request.method === "POST") {
      const form = new URLSearchParams(await text(request));
      const email = (form.get("email") ?? "").toLowerCase();
      const accountId = describePerson(email).sub;
      signedIn.set(accountId, email);
      return provider.interactionFinished(
        request,
        response,
        form.has("cancel")
          ? { error: "access_denied", error_description: "The user did not agree" }
          : { login: { accountId } },
      );
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    return response.end(LOGIN_PAGE);
  });

  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    signIn: (startAddress, email) => signIn(issuer, startAddress, email),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Sign in</title>
<form method="post">
  <label>E-mail <input name="email" type="email" autofocus></label>
  <button>Sign in</button> <button name="cancel" value="1" formnovalidate>Cancel</button>
</form></html>`;

async function signIn(issuer: string, startAddress: string, email: string | null): Promise<URL> {
  const visit = withCookies(fetch);
  let url = new URL(startAddress);
  let form: URLSearchParams | null = null;
  while (url.origin === issuer) {
    const answer: Response = await visit(url, { redirect: "manual", ...(form ? { method: "POST", body: form } : {}) });
    const location = answer.headers.get("location");
    const page = await answer.text();
    form = null;
    if (location) url = new URL(location, url);
    else if (page === LOGIN_PAGE) form = new URLSearchParams(email === null ? { cancel: "1" } : { email });
    else throw new Error(`The provider answered ${answer.status}: ${page}`);
  }
  return url;
}
