import type { Sql } from "../database/connect.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import { signInWithIdentity } from "./identities.ts";
import { addProviderFlow, type CodeChallenge, issueAuthCode } from "./pkce.ts";
import { withAuthCode, withSession } from "./redirects.ts";
import { isUuid } from "./request-body.ts";
import { REQUEST_SECONDS, readAssertion, requestSignIn, type SamlProvider } from "./saml.ts";
import type { VisitorLimiter } from "./send-limits.ts";
import { openSession, type SessionOptions, type Visitor } from "./sessions.ts";

export interface SingleSignOnOptions {
  sql: Sql;
  sessions: SessionOptions;
  /** Of the auth service. */
  serviceUrl: string;
  settings: { disableSignup: boolean };
  samlProviders: readonly SamlProvider[];
  providerFlowLimiter: VisitorLimiter;
}

interface RelayStateRow {
  sso_provider_id: string;
  request_id: string;
  redirect_to: string;
  flow_state_id: string | null;
  created_at: Date;
  is_expired: boolean;
}

/**
 * `POST /sso`: the address at which the people of a domain, or of a provider, sign in.
 * @throws AuthError 404 sso_provider_not_found, 429 over_request_rate_limit
 */
export async function startSingleSignOn(
  options: SingleSignOnOptions,
  asked: {
    providerId: string;
    domain: string;
    challenge: CodeChallenge | null;
    redirectTo: string;
    /** The visitor's, or null inside this process. */
    address: string | null;
  },
): Promise<string> {
  const provider = findProvider(options.samlProviders, asked);
  await options.providerFlowLimiter.count(asked.address);
  const relayState = crypto.randomUUID();
  const requestId = `_${crypto.randomUUID()}`;
  await options.sql.begin(async (transaction) => {
    const flowStateId = asked.challenge
      ? await addProviderFlow(transaction, {
          provider: "sso/saml",
          method: "sso/saml",
          challenge: asked.challenge,
          seconds: REQUEST_SECONDS,
        })
      : null;
    await transaction`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id)
      values (${relayState}, ${provider.id}, ${requestId}, ${asked.redirectTo}, ${flowStateId})`;
  });
  const request = { id: requestId, askedAt: new Date() };
  return requestSignIn({ provider, serviceUrl: options.serviceUrl, request }, relayState);
}

/**
 * `POST /sso/saml/acs`: the identity provider's word for a person, in answer to a request of ours and to it
 * alone; answers with the address to lead to.
 * @throws AuthError 400 validation_failed, saml_assertion_no_email, 404 saml_relay_state_not_found,
 *   422 saml_relay_state_expired
 */
export async function acceptAssertion(
  options: SingleSignOnOptions,
  posted: { samlResponse: string; relayState: string },
  visitor: Visitor,
): Promise<string> {
  const { sql, sessions, settings } = options;
  const request = await spendRelayState(sql, posted.relayState);
  const provider = findProvider(options.samlProviders, { providerId: request.sso_provider_id, domain: "" });
  const profile = await readAssertion(
    {
      provider,
      serviceUrl: options.serviceUrl,
      request: { id: request.request_id, askedAt: request.created_at },
    },
    posted.samlResponse,
  );
  return sql.begin(async (transaction) => {
    const { user } = await signInWithIdentity(transaction, profile, settings);
    if (request.flow_state_id) {
      const code = await issueAuthCode(transaction, request.flow_state_id, user.id);
      return withAuthCode(request.redirect_to, code);
    }
    const session = await openSession(transaction, sessions, user, { ...visitor, method: "sso/saml" });
    return withSession(request.redirect_to, session);
  });
}

/** Gone once it is read: an assertion that is posted again answers nothing. */
async function spendRelayState(sql: Sql, relayState: string): Promise<RelayStateRow> {
  // An assertion that nobody asked for could be posted again and again, so none is taken.
  if (!isUuid(relayState)) throw validationFailed("SAML RelayState is not a valid UUID");
  const [request] = await sql<RelayStateRow[]>`
    delete from auth.saml_relay_states where id = ${relayState}
    returning *, created_at < now() - make_interval(secs => ${REQUEST_SECONDS}) as is_expired`;
  if (!request) {
    const message = "SAML RelayState does not exist, try logging in again?";
    throw new AuthError(404, "saml_relay_state_not_found", message);
  }
  if (request.is_expired) {
    const message = "SAML RelayState has expired. Try logging in again?";
    throw new AuthError(422, "saml_relay_state_expired", message);
  }
  return request;
}

function findProvider(
  providers: readonly SamlProvider[],
  asked: { providerId: string; domain: string },
): SamlProvider {
  const { providerId } = asked;
  const domain = asked.domain.toLowerCase();
  const provider = providers.find(({ id, domains }) =>
    providerId === "" ? domains.includes(domain) : id === providerId.toLowerCase(),
  );
  if (provider) return provider;
  const message = providerId === "" ? "No SSO provider assigned for this domain" : "No such SSO provider";
  throw new AuthError(404, "sso_provider_not_found", message);
}
