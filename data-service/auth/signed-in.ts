import type { Context } from "hono";
import type { Sql } from "../database/connect.ts";
import type { Claims, Tokens } from "../tokens.ts";
import { AuthError } from "./auth-error.ts";
import { sessionExists } from "./sessions.ts";
import { findUserById, type UserRow } from "./users.ts";

/** The person whose access token came along. */
export interface SignedIn {
  user: UserRow;
  claims: Claims;
  sessionId: string;
}

/**
 * Reads the bearer token of a request, good only while its session lives.
 * @throws AuthError 401 no_authorization, 403 bad_jwt, user_not_found, session_not_found; InvalidToken
 */
export async function requireSignedIn(c: Context, sql: Sql, tokens: Tokens): Promise<SignedIn> {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!bearer) throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
  const claims = await tokens.verify(bearer);
  if (!claims.sub) throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  const user = await findUserById(sql, claims.sub);
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const sessionId = String(claims["session_id"]);
  if (!(await sessionExists(sql, sessionId))) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return { user, claims, sessionId };
}
