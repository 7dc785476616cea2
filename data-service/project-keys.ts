import type { JWK } from "jose";
import { createSigningKey, createTokens } from "./tokens.ts";

export interface ProjectKeys {
  /** The private key that signs every token, as a JWK. */
  signingKey: JWK;
  /** A token of the role `anon`: public, carried by every page. */
  anonKey: string;
  /** A token of the role `service_role`: passes all row rules, never leaves the server. */
  serviceRoleKey: string;
}

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

/** A new project's keys: ES256, as hosted projects have them. */
export async function createProjectKeys(): Promise<ProjectKeys> {
  const signingKey = await createSigningKey();
  const tokens = await createTokens(signingKey);
  const issuedAt = Math.floor(Date.now() / 1000);
  const keyFor = (role: string) =>
    tokens.sign({ iss: "supabase", ref: "local", role, iat: issuedAt, exp: issuedAt + TEN_YEARS_SECONDS });
  return { signingKey, anonKey: await keyFor("anon"), serviceRoleKey: await keyFor("service_role") };
}
