import type { JWK } from "jose";
import { createSigningKey, createTokens, PROJECT_ISSUER } from "./tokens.ts";

export interface ProjectKeys {
  /** The private key that signs all tokens, as a JWK. */
  signingKey: JWK;
  /**
   * Keys that signed before this one. Tokens signed with them, or with the two keys below, are valid until they expire.
   */
  retiredKeys?: JWK[];
  /** Key that will sign after this one. Its tokens are already accepted, so processes can switch one by one. */
  nextKey?: JWK;
  /** First key of a store, if it is no longer accepted; it still encrypts stored data, but signs nothing. */
  rootKey?: JWK;
  /** Token of the role `anon`: public, contained in every page. */
  anonKey: string;
  /** Token of the role `service_role`: bypasses row-level security, and never leaves the server. */
  serviceRoleKey: string;
}

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

/** Creates the keys of a new project: ES256, like hosted projects. */
export async function createProjectKeys(): Promise<ProjectKeys> {
  const signingKey = await createSigningKey();
  return { signingKey, ...(await signProjectTokens(signingKey)) };
}

/** Returns the key with which the store was created. It stays the same when the signing key changes. */
export function firstKeyOf({
  signingKey,
  retiredKeys,
  rootKey,
}: {
  signingKey: JWK;
  retiredKeys?: readonly JWK[];
  rootKey?: JWK;
}): JWK {
  return rootKey ?? retiredKeys?.at(-1) ?? signingKey;
}

/**
 * First step of a rotation: every process accepts the next key before any process signs with it.
 * @returns the keys unchanged if there is a next one
 */
export async function prepareNextKey(keys: ProjectKeys): Promise<ProjectKeys> {
  return keys.nextKey ? keys : { ...keys, nextKey: await createSigningKey() };
}

/** Second step: the next key signs, and the previous one is still accepted. @throws Error without a next key */
export async function signWithNextKey({ nextKey, ...keys }: ProjectKeys): Promise<ProjectKeys> {
  if (!nextKey) throw new Error("There is no next key.");
  return {
    ...keys,
    signingKey: nextKey,
    retiredKeys: [keys.signingKey, ...(keys.retiredKeys ?? [])],
    ...(await signProjectTokens(nextKey)),
  };
}

/** Last step: tokens of earlier keys are no longer accepted. */
export function forgetRetiredKeys({ retiredKeys, ...keys }: ProjectKeys): ProjectKeys {
  const rootKey = keys.rootKey ?? retiredKeys?.at(-1);
  return { ...keys, ...(rootKey ? { rootKey } : {}) };
}

async function signProjectTokens(signingKey: JWK): Promise<Pick<ProjectKeys, "anonKey" | "serviceRoleKey">> {
  const tokens = await createTokens({ signingKey });
  const issuedAt = Math.floor(Date.now() / 1000);
  const keyFor = (role: string) =>
    tokens.sign({ iss: PROJECT_ISSUER, ref: "local", role, iat: issuedAt, exp: issuedAt + TEN_YEARS_SECONDS });
  return { anonKey: keyFor("anon"), serviceRoleKey: keyFor("service_role") };
}
