import { generateKeyPairSync } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { getSamlResponse, type IdPOptions } from "samlp";
import type { SamlProvider } from "../auth/index.ts";

/** Overrides that make the identity provider's response invalid. */
export interface AssertionChanges {
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  issuer?: string;
  lifetimeInSeconds?: number;
  /** Signs with a key that does not match the certificate. */
  isForged?: boolean;
  isUnsigned?: boolean;
}

export interface TestSamlProvider extends SamlProvider {
  /**
   * Logs in a user at the URL to which the store redirects.
   * @returns the form that the user's browser then posts to the store
   */
  signIn(address: string, email: string | null, changes?: AssertionChanges): Promise<URLSearchParams>;
}

/** Creates a company's identity provider with the library `samlp`. */
export function createSamlProvider(domains: string[]): TestSamlProvider {
  const entityId = "https://idp.company.example/metadata";
  return {
    id: crypto.randomUUID(),
    domains,
    entityId,
    entryPoint: "https://idp.company.example/sso",
    certificate: CERTIFICATE,
    signIn: async (address, email, changes = {}) => {
      const query = new URL(address).searchParams;
      const request = inflateRawSync(Buffer.from(query.get("SAMLRequest") ?? "", "base64")).toString();
      const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(request)?.[1] ?? "";
      const audience = /<saml:Issuer[^>]*>([^<]*)</.exec(request)?.[1] ?? "";
      const response = await respond(email, {
        issuer: entityId,
        audience,
        recipient: attribute("AssertionConsumerServiceURL"),
        destination: attribute("AssertionConsumerServiceURL"),
        inResponseTo: attribute("ID"),
        ...changes,
      });
      return new URLSearchParams({
        SAMLResponse: Buffer.from(response).toString("base64"),
        RelayState: query.get("RelayState") ?? "",
      });
    },
  };
}

function respond(
  email: string | null,
  { isForged, isUnsigned, ...overrides }: AssertionChanges & Partial<IdPOptions>,
): Promise<string> {
  const options = {
    ...overrides,
    cert: CERTIFICATE,
    key: isForged ? FOREIGN_KEY : KEY,
    signatureAlgorithm: "rsa-sha256",
    digestAlgorithm: "sha256",
    signAssertion: !isUnsigned,
  } as IdPOptions;
  const person = {
    id: `person of ${email}`,
    displayName: "Somebody",
    name: { givenName: "Some", familyName: "Body" },
    emails: [{ value: email ?? undefined }],
  };
  return new Promise((resolve, reject) => {
    getSamlResponse(options, person, (error, response) => (error ? reject(error) : resolve(response)));
  });
}

// Created for the tests only: Node can generate keys, but not certificates.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDNTCCAh2gAwIBAgIUTAbjhz7TK0iwF2p1bcvmeRbKmHkwDQYJKoZIhvcNAQEL
BQAwKTEnMCUGA1UEAwweaWRlbnRpdHkgcHJvdmlkZXIgb2YgdGhlIHRlc3RzMCAX
DTI2MTEyMTEwMjQzMloYDzIxMjYxMDI4MTAyNDMyWjApMScwJQYDVQQDDB5pZGVu
dGl0eSBwcm92aWRlciBvZiB0aGUgdGVzdHMwggEiMA0GCSqGSIb3DQEBAQUAA4IB
DwAwggEKAoIBAQDGe56lNNV7vQ+TQlsFjUoW4kmXMSaMEWzdpnMc4BqWU73eBv11
KQXoQ+xsdk2CAbvwmYJ8MLb8r5Ji4ham92F6+d/5d8mF/XLVwpfCEnsYBTd6sMt+
k0zY36ozAq8DxcEVgfgxYntLZONlaeGG86pGMHwjLcQcCOBMFGcrsv9eII4XBKkf
6uGjZeWnN7qpbS1HheAl4ow1+U/VL2KZnceLQwg+pH9mhCQv8jWcFw34SStHnAOZ
0FSwEXbH+P/Tsv/HQ3ghygzMDv0uNoirebChAyrOHNRoK0eG2LvxrhSh8/wAEibF
mjLAIoHrEakYkaSFF17NoYZ/FLEtMkD17RofAgMBAAGjUzBRMB0GA1UdDgQWBBTF
rV+AZoGZPfWRp3TV/WByZknWKjAfBgNVHSMEGDAWgBTFrV+AZoGZPfWRp3TV/WBy
ZknWKjAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQBlqg5QvUxA
vyqlpkRSZFQyjqWNnh/VfRBnqzsbvxISx6B8zyS5TwaZfctlosw+gB3lAIX4QJAp
LXvzLHBMAf3ZChWbubmQ3W3PNWOV0b5s3anAP3nO8+GPmyRFJi2lgq9zTx/1nkOr
Cp+x/HIwIMw53MabszrEsPmO9VnifWGkcjOynG2n9TgaB5ItD1qk03UyBQ8VwIjb
EBwZ5gRnt5l/OYYEHDt3DP9fPAUbLXk/TImiZ5tOJZq3O6nTNpL4xDmBviNFGod8
f6FhPJFiY8NG9Ck/75DjJua30C3y/XrSmh+fzs18ba1mo21z8/in09PbcKUhDcD1
b6/Xg7PDgVz/
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDGe56lNNV7vQ+T
QlsFjUoW4kmXMSaMEWzdpnMc4BqWU73eBv11KQXoQ+xsdk2CAbvwmYJ8MLb8r5Ji
4ham92F6+d/5d8mF/XLVwpfCEnsYBTd6sMt+k0zY36ozAq8DxcEVgfgxYntLZONl
aeGG86pGMHwjLcQcCOBMFGcrsv9eII4XBKkf6uGjZeWnN7qpbS1HheAl4ow1+U/V
L2KZnceLQwg+pH9mhCQv8jWcFw34SStHnAOZ0FSwEXbH+P/Tsv/HQ3ghygzMDv0u
NoirebChAyrOHNRoK0eG2LvxrhSh8/wAEibFmjLAIoHrEakYkaSFF17NoYZ/FLEt
MkD17RofAgMBAAECggEAEejOqFaLmtY05RM8NlSI5ma1wDQ5p7Lc0WU3Bth73auh
urqDvUId29bhKupD1SLF7BBV81HL+SH4gf6nj5pLy/ZnDNIPt4zmgz5DRko3nDPA
TUxNmFa/POR1rZOk6iC6au/mzsH1oRhx4lE6/dvXteyjDuOOyf7NCmBe7NUCcOIz
LH5sRdvhsTr87EFee5lzMQvhX04dDqTY7TK75vn8cNv93ZAg5O5jv2ljiQ0zsaYM
Gj0Z78T2reUChLmqGqUk2rcAT0ilq2MD4rq2NYixtTESLNtAukxJvWnLq49V1ro4
q+V8GkoETmEQ2s31a/cn1lFVpmfGRkyDaBCf8XvwCQKBgQD9BHmNv47Z6TZMD7cq
HKZJVcmv0HduN7YZMmwTRM0pTNohIxWeaSBettE5cSlZmhj21MPVq/Ty1zwrLtuX
sT+3SYA8zvo/uKJ9TmcAvGNqdT4Rdde/kJlRIW2ebfocfg1WdW5zvXD7avr0NjWm
1EAT141R+SJalviHy9LL+9k9yQKBgQDI0pO7Xe2zkK8VrJ2PJPJoHHXCG3luQ8qq
zftYb1XZXTFDrr88jBXiLvzL1gv0RYYVOTy8fcKDjhVekiil6zNXvFh/TJ99l7DY
BnycNHx+q5391i8mp24dt5UwuF2x9pKquzoBRKIO509Iyw3TpV+I856dWI78ixvk
nA1bCn1spwKBgQDZQ4JtadRs4omxfr01+CwCRRxPUJ99kXFY6adMVIQntsqIMexa
fsNBEZNP1BBB1MUjD0iqrmJENPaBzlbaR2YDKaZokQLqvM0q9KwWQa7Mt6h4rcx5
vt0ogZ/zr1RaKxOg7m3ODRp7ij28fuBLRW9QmoPLpDcPuxvm3+s/JiBBoQKBgQCJ
/jCnWhahAbVddlxZ5TBwm8XLGKfrPcgAcEPa874Q+3mDoYsk5rmOz2zEABP8yN0m
rkru1peXYEWM02/8+s4v5msFJjidy2MoPeTYTTSSsgiBSPDjZb9DykdI0BcJ133W
tYpZHrkg9o7DXUvl98faylRemGDAZjJHd3ex7FZdFwKBgEWa++U+/RC6u0pelsbF
9b8DgZTlodtl3lAzew47nJBRq4tnGa4yURXlcXmmqiBqnjrmMPAQ4lKxC9dzpa9T
48VnGFQ/nmUpanbhNvlVGMeeR2DzwuPVZUrXF2//ZVEt4aBvYC0inhuYcGmmuQlb
E6RDMZUJp9KdOicLXk1Fe7Uv
-----END PRIVATE KEY-----`;
const FOREIGN_KEY = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).privateKey;
