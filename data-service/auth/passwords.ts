import { hash, verify } from "@node-rs/argon2";
import { AuthError } from "./auth-error.ts";

const MIN_LENGTH = 6;
/** A hash is made of the whole password; this bounds the work, as the real service does. */
const MAX_LENGTH = 72;

/** Argon2id with the library's parameters (19 MiB, two passes), computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** @throws AuthError 422 weak_password */
export function checkPasswordRules(password: string): void {
  if (password.length < MIN_LENGTH) {
    throw new AuthError(422, "weak_password", `Password should be at least ${MIN_LENGTH} characters.`, {
      weak_password: { reasons: ["length"] },
    });
  }
  if (password.length > MAX_LENGTH) {
    throw new AuthError(400, "validation_failed", `Password cannot be longer than ${MAX_LENGTH} characters`);
  }
}

let nobody: Promise<string> | undefined;

/** Takes as long for an unknown account as for a known one, so that the time tells nothing. */
export async function passwordMatches(password: string, hashed: string | null): Promise<boolean> {
  if (hashed) return verify(hashed, password.slice(0, MAX_LENGTH + 1));
  nobody ??= hash("the password of nobody");
  await verify(await nobody, password.slice(0, MAX_LENGTH + 1));
  return false;
}
