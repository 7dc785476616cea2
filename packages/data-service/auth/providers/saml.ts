import type { Profile, SAML } from "@node-saml/node-saml";
import { isJsonObject } from "../../database/json-object.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import type { ProviderProfile } from "./identities.ts";

/** A company whose employees log in with their company account (SAML 2.0). */
export interface SamlProvider {
  /** A UUID that must never change: the identities of its users refer to it. */
  id: string;
  /** Domains of its users' email addresses. */
  domains: string[];
  /** The identity provider's entity ID. */
  entityId: string;
  /** Login URL of the identity provider (HTTP-Redirect binding). */
  entryPoint: string;
  /** Certificate that verifies its assertions; PEM or bare base64. */
  certificate: string;
}

/** A request to a provider, which a single assertion may answer. */
export interface SamlExchange {
  provider: SamlProvider;
  /** URL of the auth service. */
  serviceUrl: string;
  request: { id: string; sentAt: Date };
}

/** Time that the user has at the identity provider. */
export const REQUEST_SECONDS = 600;

/** Attributes in which identity providers send an email address. */
const EMAIL_ATTRIBUTES = [
  "email",
  "mail",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

/** Returns the provider's URL to redirect to; the provider sends the relay state back with its response. */
export async function requestSignIn(exchange: SamlExchange, relayState: string): Promise<string> {
  return (await speak(exchange)).getAuthorizeUrlAsync(relayState, undefined, {});
}

/** Returns the SAML metadata of this service. */
export async function describeService(serviceUrl: string): Promise<string> {
  // The library requires a certificate, but does not use it for this metadata.
  const provider = { id: "", domains: [], entityId: "", entryPoint: serviceUrl, certificate: "MA==" };
  const saml = await speak({ provider, serviceUrl, request: { id: "", sentAt: new Date() } });
  return saml.generateServiceProviderMetadata(null, null);
}

/**
 * Validates a SAML response: signed by the provider, for this service, for this request, and in time.
 * @throws AuthError 400 validation_failed, saml_assertion_no_user_id, saml_assertion_no_email
 */
export async function readAssertion(exchange: SamlExchange, samlResponse: string): Promise<ProviderProfile> {
  const { provider, request, serviceUrl } = exchange;
  const answer = { SAMLResponse: samlResponse };
  const saml = await speak(exchange);
  const { profile } = await saml.validatePostResponseAsync(answer).catch(() => {
    throw validationFailed("SAML Assertion is not valid");
  });
  if (
    !profile ||
    profile.issuer !== provider.entityId ||
    !isConfirmedFor(profile, request.id, assertionUrl(serviceUrl))
  ) {
    throw validationFailed("SAML Assertion is not valid");
  }
  if (!profile.nameID) {
    const message =
      "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user";
    throw new AuthError(400, "saml_assertion_no_user_id", message);
  }
  const email = EMAIL_ATTRIBUTES.map((name) => profile[name]).find((value) => typeof value === "string");
  if (typeof email !== "string" || email === "" || email.length > 255) {
    const message = "SAML Assertion does not contain an email address";
    throw new AuthError(400, "saml_assertion_no_email", message);
  }
  return {
    provider: `sso:${provider.id}`,
    subject: profile.nameID,
    email: email.trim().toLowerCase(),
    isEmailVerified: true,
    claims: {
      iss: provider.entityId,
      sub: profile.nameID,
      email: email.trim().toLowerCase(),
      email_verified: true,
      phone_verified: false,
    },
  };
}

/**
 * Returns whether the signed assertion itself names our request and our URL. The library checks only the envelope,
 * which need not be signed.
 */
function isConfirmedFor(profile: Profile, requestId: string, recipient: string): boolean {
  const subject = inside(profile.getAssertion?.(), "Assertion", "Subject");
  const confirmations = subject.flatMap((each) => inside(each, "SubjectConfirmation", "SubjectConfirmationData", "$"));
  return (
    confirmations.length > 0 &&
    confirmations.every(
      (each) => isJsonObject(each) && each["InResponseTo"] === requestId && each["Recipient"] === recipient,
    )
  );
}

/** Returns the elements at the end of a path through the library's parsed XML. */
function inside(element: unknown, ...path: string[]): unknown[] {
  return path.reduce<unknown[]>(
    (elements, name) => elements.flatMap((each) => (isJsonObject(each) ? (each[name] ?? []) : [])),
    [element],
  );
}

/**
 * Creates the SAML client. The library and its XML parser are loaded on first use, because most stores have no SAML
 * provider.
 */
async function speak({ provider, serviceUrl, request }: SamlExchange): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const issuer = `${serviceUrl}/sso/saml/metadata`;
  const isOurs = (id: string | null) => id === request.id;
  return new SAML({
    issuer,
    audience: issuer,
    callbackUrl: assertionUrl(serviceUrl),
    entryPoint: provider.entryPoint,
    idpCert: provider.certificate,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // The assertion must be signed; the provider decides whether its envelope is signed, too.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: 5000,
    generateUniqueId: () => request.id,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_SECONDS * 1000,
    // The relay state in the database, which is consumed, replaces the library's own store of requests.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (isOurs(id) ? request.sentAt.toISOString() : null),
      removeAsync: async (id) => (isOurs(id) ? id : null),
    },
  });
}

function assertionUrl(serviceUrl: string): string {
  return `${serviceUrl}/sso/saml/acs`;
}
