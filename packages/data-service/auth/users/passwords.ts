import { hash, verify } from "@node-rs/argon2";
import { networkOf } from "../../client-network.ts";
import { createFairQueue } from "../../fair-queue.ts";
import { AuthError, tooManyRequests, validationFailed } from "../protocol/auth-error.ts";

let known: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is among the most common ones, which attackers try first. */
async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when the first password is checked, to keep startup fast.
  known ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await known).has(password.toLowerCase());
}

/** Requirements for a new password. */
export type PasswordRules = { minPasswordLength: number; rejectCommonPasswords: boolean };

/** Cost of one password hash, and so of each guess. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
}

/** Recommended by OWASP's password storage cheat sheet. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2 };

/** Maximum length, like Supabase's. The whole password is hashed, so this bounds the work. */
const MAX_LENGTH = 72;

/** Queue of hashes for all accounts; each keeps a core busy for some hundredths of a second. */
const hashes = createFairQueue({ maxWaiting: 400, maxWaitingPerClient: 100 }, tooManyRequests);

/**
 * Hashes a password with Argon2id, off the event loop.
 * @param address of the waiting client; null for a call within the process
 * @throws AuthError 429 over_request_rate_limit when too many wait
 */
export function hashPassword(password: string, address: string | null = null, cost = PASSWORD_COST): Promise<string> {
  return hashes.add(networkOf(address), () => hash(composed(password), cost));
}

/** Checks a new password against the rules. @throws AuthError 422 weak_password, 400 validation_failed */
export async function checkPasswordRules(typed: string, rules: PasswordRules): Promise<void> {
  const password = composed(typed);
  const { minPasswordLength, rejectCommonPasswords } = rules;
  if (password.length < minPasswordLength) {
    throw new AuthError(422, "weak_password", `Password should be at least ${minPasswordLength} characters.`, {
      weak_password: { reasons: ["length"] },
    });
  }
  if (password.length > MAX_LENGTH) {
    throw validationFailed(`Password cannot be longer than ${MAX_LENGTH} characters`);
  }
  if (rejectCommonPasswords && (await isCommonPassword(password))) {
    throw new AuthError(
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
      { weak_password: { reasons: ["pwned"] } },
    );
  }
}

const nobodies = new Map<PasswordCost, Promise<string>>();

/**
 * Compares a password with a hash. Takes the same time for unknown accounts, so that timing reveals nothing.
 * @param address of the waiting client
 * @throws AuthError 429 over_request_rate_limit when too many wait
 */
export async function passwordMatches(
  password: string,
  hashed: string | null,
  address: string | null,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const nobody = nobodies.get(cost) ?? hash("the password of nobody", cost);
  nobodies.set(cost, nobody);
  const compared = hashed ?? (await nobody);
  // Older hashes were made without normalization, from the characters that the device sent.
  const forms = new Set([composed(password), password, password.normalize("NFC"), password.normalize("NFD")]);
  const matches = await hashes.add(networkOf(address), async () => {
    for (const form of forms) if (await verify(compared, form.slice(0, MAX_LENGTH + 1))) return true;
    return false;
  });
  return matches && hashed !== null;
}

/** Normalizes a password, because keyboards compose the same characters differently (NIST SP 800-63B, 3.1.1.2). */
function composed(password: string): string {
  return password.normalize("NFKC");
}
