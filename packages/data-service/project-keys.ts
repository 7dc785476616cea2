import type { JWK } from "jose";
import { createSigningKey, createTokens, PROJECT_ISSUER } from "./tokens.ts";

export interface ProjectKeys {
  /** The private key that signs every token, as a JWK. */
  signingKey: JWK;
  /** Keys that signed before this one. What they signed is good until it expires, the two keys below too. */
  retiredKeys?: JWK[];
  /** Key that will sign after this one. What it signed is good already, so processes can change over one by one. */
  nextKey?: JWK;
  /** First key of a store whose first key is no longer accepted; it encrypts stored data and signs nothing. */
  rootKey?: JWK;
  /** A token of the role `anon`: public, carried by every page. */
  anonKey: string;
  /** A token of the role `service_role`: passes all row rules, never leaves the server. */
  serviceRoleKey: string;
}

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

/** A new project's keys: ES256, as hosted projects have them. */
export async function createProjectKeys(): Promise<ProjectKeys> {
  const signingKey = await createSigningKey();
  return { signingKey, ...(await signProjectTokens(signingKey)) };
}

/** The key that a store was created with. It stays the same whatever signs. */
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
 * First step of a rotation: every process accepts the next key before any signs with it.
 * @returns the keys unchanged if there is a next one
 */
export async function prepareNextKey(keys: ProjectKeys): Promise<ProjectKeys> {
  return keys.nextKey ? keys : { ...keys, nextKey: await createSigningKey() };
}

/** Second step: the next key signs, and the previous one is accepted. @throws Error without a next key */
export async function signWithNextKey({ nextKey, ...keys }: ProjectKeys): Promise<ProjectKeys> {
  if (!nextKey) throw new Error("There is no next key.");
  return {
    ...keys,
    signingKey: nextKey,
    retiredKeys: [keys.signingKey, ...(keys.retiredKeys ?? [])],
    ...(await signProjectTokens(nextKey)),
  };
}

/** Last step: what earlier keys signed is no longer accepted. */
export function forgetRetiredKeys({ retiredKeys, ...keys }: ProjectKeys): ProjectKeys {
  const rootKey = keys.rootKey ?? retiredKeys?.at(-1);
  return { ...keys, ...(rootKey ? { rootKey } : {}) };
}

async function signProjectTokens(signingKey: JWK): Promise<Pick<ProjectKeys, "anonKey" | "serviceRoleKey">> {
  const tokens = await createTokens({ signingKey });
  const issuedAt = Math.floor(Date.now() / 1000);
  const keyFor = (role: string) =>
    tokens.sign({
      iss: PROJECT_ISSUER,
      ref: "local",
      role,
      iat: issuedAt,
      exp: issuedAt + TEN_YEARS_SECONDS,
    });
  return { anonKey: await keyFor("anon"), serviceRoleKey: await keyFor("service_role") };
}
