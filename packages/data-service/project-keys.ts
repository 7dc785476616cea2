import type { JWK } from "jose";
import { createSigningKey, createTokens, PROJECT_ISSUER } from "./tokens.ts";

export interface ProjectKeys {
  /** The private key that signs every token, as a JWK. */
  signingKey: JWK;
  /** Keys that signed before this one. What they signed is good until it expires, the two keys below too. */
  retiredKeys?: JWK[];
  /** A token of the role `anon`: public, carried by every page. */
  anonKey: string;
  /** A token of the role `service_role`: passes all row rules, never leaves the server. */
  serviceRoleKey: string;
}

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

/** A new project's keys: ES256, as hosted projects have them. */
export async function createProjectKeys(): Promise<ProjectKeys> {
  const signingKey = await createSigningKey();
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
  return { signingKey, anonKey: await keyFor("anon"), serviceRoleKey: await keyFor("service_role") };
}
