import type { ProviderContext } from "./providers/provider-sign-in.ts";
import type { SingleSignOnContext } from "./providers/single-sign-on.ts";
import type { ServiceContext } from "./service/service-context.ts";
import type { SignedIn } from "./sessions/signed-in.ts";
import { describeUser } from "./users/user-response.ts";

export type AuthContext = ProviderContext & SingleSignOnContext;

/** `GET /health`, with the same response as Supabase's service. */
export function getHealth() {
  return { version: "v2", name: "GoTrue", description: "GoTrue is a user registration and authentication API" };
}

/** `GET /.well-known/jwks.json`: the signing key, then retired ones. */
export function getPublicKeys({ tokens }: ServiceContext) {
  return { keys: tokens.publicJwks };
}

/** `GET /settings`: reports which features are enabled. */
export function getSettings({ settings, sendText, google, samlProviders }: AuthContext) {
  return {
    external: { email: true, phone: sendText !== null, google: google !== null, anonymous_users: false },
    disable_signup: settings.disableSignup,
    mailer_autoconfirm: !settings.confirmEmail,
    phone_autoconfirm: !settings.confirmPhone,
    sms_provider: "",
    saml_enabled: samlProviders.length > 0,
    // Not part of Supabase: a hosted project has no recovery codes and does not report any.
    mfa_recovery_codes_enabled: true,
  };
}

/** `GET /user`. */
export function getUser({ sql }: ServiceContext, { user }: SignedIn) {
  return describeUser(sql, user);
}
