import type { Context, Hono } from "hono";
import { validationFailed } from "./auth-error.ts";
import { isMarkedBrowser, markBrowser } from "./browser-mark.ts";
import { requireSecondStep } from "./factors.ts";
import { requireShownAnew } from "./fresh-proof.ts";
import { createGoogle } from "./google.ts";
import { unlinkIdentity } from "./identities.ts";
import { sendNotice } from "./notices.ts";
import { readCodeChallenge } from "./pkce.ts";
import {
  type ProviderOptions,
  type ProviderRequest,
  returnFromProvider,
  STATE_SECONDS,
  signInWithIdToken,
  startAtProvider,
} from "./provider-sign-in.ts";
import { refuseOtherParameters } from "./request-body.ts";
import type { ServiceContext } from "./service-context.ts";
import type { SessionAnswer } from "./sessions.ts";
import { requireSignedIn, type SignedIn } from "./signed-in.ts";

/** What a page may ask of the provider beside scopes: https://supabase.com/docs/guides/auth/social-login/auth-google */
const OWN = [
  ...["provider", "scopes", "redirect_to", "apikey"],
  ...["code_challenge", "code_challenge_method", "skip_http_redirect"],
];
const PASSED_ON = ["access_type", "hd", "include_granted_scopes", "login_hint", "prompt"];

/**
 * Signing in through another provider, and the identities of an account.
 * @returns what answers `POST /token?grant_type=id_token`
 */
export function addProviderRoutes(
  app: Hono,
  context: ServiceContext,
): (c: Context, body: Record<string, unknown>) => Promise<SessionAnswer> {
  const { sql, tokens, serviceUrl, redirectTarget, visitorOf, checkCaptcha } = context;
  const google = context.google && createGoogle(context.google, `${serviceUrl}/callback`);
  const tellLinked = (to: string | null) => sendNotice(context, "identity_linked", { to });
  const options: ProviderOptions = { ...context, google, tellLinked };

  app.get("/authorize", async (c) => c.redirect(await startAtProvider(options, readRequest(c, null))));

  app.get("/callback", async (c) => {
    const isBrowser = (mark: string) => isMarkedBrowser(c, mark);
    return c.redirect(await returnFromProvider(options, new URL(c.req.url), { ...visitorOf(c), isBrowser }));
  });

  app.get("/user/identities/authorize", async (c) => {
    refuseOtherOrigin(c);
    const signedIn = await requireOwner(c);
    const url = await startAtProvider(options, readRequest(c, signedIn));
    return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url);
  });

  app.delete("/user/identities/:id", async (c) => {
    const { user } = await requireOwner(c);
    await unlinkIdentity(sql, user.id, c.req.param("id"));
    sendNotice(context, "identity_unlinked", { to: user.email });
    return c.json({});
  });

  return async (c, body) => {
    await checkCaptcha(c, body);
    const linkTo = body["link_identity"] === true ? await requireOwner(c) : null;
    return signInWithIdToken(options, body, visitorOf(c), linkTo);
  };

  /** @throws AuthError 401 insufficient_aal, 400 reauthentication_needed */
  async function requireOwner(c: Context): Promise<SignedIn> {
    const signedIn = await requireSignedIn(c, sql, tokens);
    await requireSecondStep(sql, signedIn);
    if (context.settings.requireCurrentPassword) await requireShownAnew(context, signedIn);
    return signedIn;
  }

  function readRequest(c: Context, linkTo: SignedIn | null): ProviderRequest {
    refuseOtherParameters(c, [...OWN, ...PASSED_ON]);
    const query = c.req.query();
    return {
      provider: query["provider"] ?? "",
      scopes: query["scopes"] ?? "",
      challenge: readCodeChallenge(query),
      redirectTo: redirectTarget(c),
      passedOn: Object.fromEntries(Object.entries(query).filter(([name]) => PASSED_ON.includes(name))),
      linkTo,
      address: visitorOf(c).address,
      browser: markBrowser(c, serviceUrl, STATE_SECONDS),
    };
  }

  /** A page of another origin asks by a request whose cookie its browser does not keep. */
  function refuseOtherOrigin(c: Context): void {
    const origin = c.req.header("origin");
    if (origin === undefined || origin === new URL(serviceUrl).origin) return;
    throw validationFailed(
      "Identities are linked from pages of this service's own origin, or with the provider's ID token",
    );
  }
}
