import type { Context } from "hono";
import { bearerIn } from "../../caller.ts";
import type { Sql } from "../../database/connect.ts";
import type { Tokens } from "../../tokens.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { isUuid } from "../protocol/request-body.ts";
import { findUserById } from "../users/users.ts";
import { endSessions, sessionExists } from "./sessions.ts";

/** The user of the request's access token. */
export type SignedIn = Awaited<ReturnType<typeof requireSignedIn>>;

/**
 * Verifies the bearer token of a request, which is valid only while its session is active.
 * @throws AuthError 401 no_authorization, 403 bad_jwt, user_not_found, session_not_found; InvalidToken
 */
export async function requireSignedIn(c: Context, sql: Sql, tokens: Tokens) {
  const claims = await tokens.verify(readBearer(c));
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw new AuthError(403, "bad_jwt", "invalid claim: sub claim must be a UUID");
  const user = await findUserById(sql, claims.sub);
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const sessionId = String(claims["session_id"]);
  if (!isUuid(sessionId) || !(await sessionExists(sql, sessionId))) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return { user, claims, sessionId };
}

/**
 * `POST /logout`: ends this session, all sessions of the user, or all except this one.
 * @throws AuthError 400 validation_failed
 */
export async function signOut({ sql }: { sql: Sql }, { user, sessionId }: SignedIn, c: Context): Promise<Response> {
  const scope = c.req.query("scope") ?? "global";
  if (scope !== "global" && scope !== "local" && scope !== "others") {
    throw validationFailed(`Unsupported logout scope "${scope}"`);
  }
  await endSessions(sql, scope, user.id, sessionId);
  return c.body(null, 204);
}

/** Requires the service role's key. @throws AuthError 401 no_authorization, 403 not_admin; InvalidToken */
export async function requireServiceRole(c: Context, tokens: Tokens): Promise<void> {
  const { role } = await tokens.verify(readBearer(c));
  if (role !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
}

export function isServiceRole(c: Context, tokens: Tokens): Promise<boolean> {
  return requireServiceRole(c, tokens).then(
    () => true,
    () => false,
  );
}

function readBearer(c: Context): string {
  const bearer = bearerIn(c.req.header("authorization"));
  if (!bearer) throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
  return bearer;
}
