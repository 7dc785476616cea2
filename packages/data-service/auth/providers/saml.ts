import type { Profile, SAML } from "@node-saml/node-saml";
import { isJsonObject } from "../../database/json-object.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import type { ProviderProfile } from "./identities.ts";

/** A company whose people sign in with their company's account (SAML 2.0). */
export interface SamlProvider {
  /** A UUID, for good: its people's identities hang on it. */
  id: string;
  /** Domains of the email addresses of its people. */
  domains: string[];
  /** The identity provider's own name. */
  entityId: string;
  /** Sign-in URL of the identity provider (HTTP-Redirect binding). */
  entryPoint: string;
  /** Signs its assertions; PEM or the bare base64. */
  certificate: string;
}

/** One request to a provider, which one assertion may answer. */
export interface SamlExchange {
  provider: SamlProvider;
  /** URL of the auth service. */
  serviceUrl: string;
  request: { id: string; sentAt: Date };
}

/** Seconds that a person may take at their identity provider. */
export const REQUEST_SECONDS = 600;

/** Attributes in which identity providers send an email address. */
const EMAIL_ATTRIBUTES = [
  "email",
  "mail",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

/** The provider's address to lead to; the relay state comes back with the answer. */
export async function requestSignIn(exchange: SamlExchange, relayState: string): Promise<string> {
  return (await speak(exchange)).getAuthorizeUrlAsync(relayState, undefined, {});
}

/** Returns the SAML metadata of this service. */
export async function describeService(serviceUrl: string): Promise<string> {
  // The certificate takes no part in what this service says of itself.
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
 * The signed part itself must say that it answers our request, here: the envelope around it, which says so
 * too, need not be signed, and the library takes its word.
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

/** The elements at the end of a path through XML as the library hands it over. */
function inside(element: unknown, ...path: string[]): unknown[] {
  return path.reduce<unknown[]>(
    (elements, name) => elements.flatMap((each) => (isJsonObject(each) ? (each[name] ?? []) : [])),
    [element],
  );
}

/** The library and what it reads XML with are loaded by the first who asks: most shops have no such company. */
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
    // The assertion must be signed; whether its envelope is too is the provider's choice.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: 5000,
    generateUniqueId: () => request.id,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_SECONDS * 1000,
    // The relay state, spent in the database, stands for the library's own store of requests.
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
