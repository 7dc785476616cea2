import type { Sql } from "../database/connect.ts";
import { AuthError, invalidCredentials } from "./auth-error.ts";
import { checkPasswordRules, hashPassword, passwordMatches } from "./passwords.ts";
import { isObject } from "./request-body.ts";
import { openSession, type SessionAnswer, type SessionOptions, type Visitor } from "./sessions.ts";
import type { SignInLimiter } from "./sign-in-limits.ts";
import { addEmailUser, findUserByEmail, isBanned, parseEmail } from "./users.ts";

export interface PasswordSignInOptions {
  sql: Sql;
  sessions: SessionOptions;
  limiter: SignInLimiter;
}

/**
 * `POST /signup`: an account, confirmed at once, and its first session.
 * @throws AuthError 400 validation_failed, 422 user_already_exists, weak_password
 */
export async function signUp(
  { sql, sessions }: PasswordSignInOptions,
  body: Record<string, unknown>,
  visitor: Visitor,
): Promise<SessionAnswer> {
  if (body["phone"]) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  if (!body["email"])
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  const password = body["password"];
  if (typeof password !== "string" || password === "") {
    throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  }
  checkPasswordRules(password);
  const email = parseEmail(body["email"]);
  const metadata = isObject(body["data"]) ? body["data"] : {};
  const encryptedPassword = await hashPassword(password);
  return sql.begin(async (transaction) => {
    const user = await addEmailUser(transaction, { email, encryptedPassword, metadata });
    return openSession(transaction, sessions, user, { ...visitor, method: "password" });
  });
}

/**
 * `POST /token?grant_type=password`.
 * @throws AuthError 400 invalid_credentials, user_banned, 429 over_request_rate_limit
 */
export async function signInWithPassword(
  { sql, sessions, limiter }: PasswordSignInOptions,
  body: Record<string, unknown>,
  visitor: Visitor,
): Promise<SessionAnswer> {
  if (body["phone"]) throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  const { email: given, password } = body;
  if (typeof given !== "string" || given === "" || typeof password !== "string") throw invalidCredentials();
  const email = given.trim().toLowerCase().slice(0, 320);
  await limiter.check(email, visitor.address);
  const user = await findUserByEmail(sql, email);
  const matches = await passwordMatches(password, user?.encrypted_password ?? null);
  if (!user || !matches || isBanned(user)) {
    await limiter.recordFailure(email, visitor.address);
    throw user && matches ? new AuthError(400, "user_banned", "User is banned") : invalidCredentials();
  }
  return sql.begin((transaction) =>
    openSession(transaction, sessions, user, { ...visitor, method: "password" }),
  );
}
