import type { Context } from "hono";
import type { Sql } from "../../database/connect.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { isUuid, optionalText } from "../protocol/request-body.ts";
import type { AuthRequest, ServiceContext } from "../service/service-context.ts";
import { addProviderFlow, type CodeChallenge, issueAuthCode, readCodeChallenge } from "../sessions/pkce.ts";
import { withAuthCode, withError, withSession } from "../sessions/redirects.ts";
import { type ClientInfo, openSession } from "../sessions/sessions.ts";
import { signInWithIdentity } from "./identities.ts";
import { describeService, REQUEST_SECONDS, readAssertion, requestSignIn, type SamlProvider } from "./saml.ts";

/** Dependencies of SAML SSO. */
export interface SingleSignOnContext extends ServiceContext {
  /** Empty without SAML SSO. */
  samlProviders: readonly SamlProvider[];
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
 * `POST /sso`: redirects to the identity provider of an email domain or of a provider id.
 * @throws AuthError 400 validation_failed, 404 sso_provider_not_found, 429 over_request_rate_limit
 */
export async function startSingleSignOn(
  context: SingleSignOnContext,
  { body, client }: AuthRequest,
  c: Context,
): Promise<Response> {
  const [providerId, domain] = [optionalText(body, "provider_id"), optionalText(body, "domain")];
  if (providerId !== "" && domain !== "") {
    throw validationFailed("Only one of provider_id or domain supported");
  }
  if (providerId === "" && domain === "") {
    throw validationFailed("A provider_id or domain needs to be provided");
  }
  if (providerId !== "" && !isUuid(providerId)) throw validationFailed("provider_id must be an UUID");
  const provider = findProvider(context.samlProviders, { providerId, domain });
  const url = await requestFrom(context, provider, {
    challenge: readCodeChallenge(body),
    address: client.address,
    redirectTo: context.redirectTarget(c, optionalText(body, "redirect_to")),
  });
  return body["skip_http_redirect"] === true ? c.json({ url }) : c.redirect(url, 303);
}

/** `GET /sso/saml/metadata`: returns the metadata that an identity provider needs about this service. */
export async function describeToProviders(
  { serviceUrl }: ServiceContext,
  _client: ClientInfo,
  c: Context,
): Promise<Response> {
  return c.body(await describeService(serviceUrl), 200, { "content-type": "application/xml" });
}

/**
 * `POST /sso/saml/acs`: redirects to the page that started the login, with a code or a session; errors redirect to the
 * site.
 */
export async function acceptAssertion(context: SingleSignOnContext, client: ClientInfo, c: Context): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const posted = { samlResponse: form.get("SAMLResponse") ?? "", relayState: form.get("RelayState") ?? "" };
  try {
    return c.redirect(await signInWithAssertion(context, posted, client));
  } catch (error) {
    if (error instanceof AuthError) return c.redirect(withError(context.siteUrl, error, true), 303);
    throw error;
  }
}

async function requestFrom(
  context: SingleSignOnContext,
  provider: SamlProvider,
  input: {
    challenge: CodeChallenge | null;
    redirectTo: string;
    /** Client address, or null for a call within the process. */
    address: string | null;
  },
): Promise<string> {
  await context.providerFlowLimiter.count(input.address);
  const relayState = crypto.randomUUID();
  const requestId = `_${crypto.randomUUID()}`;
  await context.sql.begin(async (transaction) => {
    const flowStateId = input.challenge
      ? await addProviderFlow(transaction, {
          provider: "sso/saml",
          method: "sso/saml",
          challenge: input.challenge,
          seconds: REQUEST_SECONDS,
        })
      : null;
    await transaction`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id)
      values (${relayState}, ${provider.id}, ${requestId}, ${input.redirectTo}, ${flowStateId})`;
  });
  const request = { id: requestId, sentAt: new Date() };
  return requestSignIn({ provider, serviceUrl: context.serviceUrl, request }, relayState);
}

/**
 * Logs in the user of an assertion, which must answer a request of this service.
 * @returns the URL to redirect to
 * @throws AuthError 400 validation_failed, saml_assertion_no_email, 404 saml_relay_state_not_found, 422
 * saml_relay_state_expired
 */
async function signInWithAssertion(
  context: SingleSignOnContext,
  posted: { samlResponse: string; relayState: string },
  client: ClientInfo,
): Promise<string> {
  const { sql, sessions, settings } = context;
  const request = await spendRelayState(sql, posted.relayState);
  const provider = findProvider(context.samlProviders, { providerId: request.sso_provider_id, domain: "" });
  const profile = await readAssertion(
    { provider, serviceUrl: context.serviceUrl, request: { id: request.request_id, sentAt: request.created_at } },
    posted.samlResponse,
  );
  return sql.begin(async (transaction) => {
    const { user } = await signInWithIdentity(transaction, profile, settings);
    if (request.flow_state_id) {
      const code = await issueAuthCode(transaction, request.flow_state_id, user.id);
      return withAuthCode(request.redirect_to, code);
    }
    const session = await openSession(transaction, sessions, user, { ...client, method: "sso/saml" });
    return withSession(request.redirect_to, session);
  });
}

/** Deletes the relay state on reading, so that a replayed assertion is rejected. */
async function spendRelayState(sql: Sql, relayState: string): Promise<RelayStateRow> {
  // Unsolicited assertions could be replayed, so they are rejected.
  if (!isUuid(relayState)) throw validationFailed("SAML RelayState is not a valid UUID");
  const [request] = await sql<RelayStateRow[]>`
    delete from auth.saml_relay_states where id = ${relayState}
    returning sso_provider_id, request_id, redirect_to, flow_state_id, created_at,
      created_at < now() - make_interval(secs => ${REQUEST_SECONDS}) as is_expired`;
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

function findProvider(providers: readonly SamlProvider[], input: { providerId: string; domain: string }): SamlProvider {
  const { providerId } = input;
  const domain = input.domain.toLowerCase();
  const provider = providers.find(({ id, domains }) =>
    providerId === "" ? domains.includes(domain) : id === providerId.toLowerCase(),
  );
  if (provider) return provider;
  const message = providerId === "" ? "No SSO provider assigned for this domain" : "No such SSO provider";
  throw new AuthError(404, "sso_provider_not_found", message);
}
