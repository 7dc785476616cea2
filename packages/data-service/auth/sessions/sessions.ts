import type { Context } from "hono";
import type { Sql } from "../../database/connect.ts";
import type { Tokens } from "../../tokens.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { parseBody } from "../protocol/request-body.ts";
import { createToken, hashToken } from "../secrets/hashing.ts";
import { describeUser, userResponse } from "../users/user-response.ts";
import { type FactorRow, type IdentityRow, type Queries, USER_COLUMNS, type UserRow } from "../users/users.ts";
import type { FlowMethod } from "./pkce.ts";

/** Lifetime of an access token. */
const ACCESS_TOKEN_SECONDS = 3600;

export interface SessionOptions {
  tokens: Tokens;
  /** Becomes the `iss` claim. */
  issuer: string;
  /** Seconds in which a rotated refresh token may be used again, because its response may have been lost. */
  reuseIntervalSeconds: number;
  /** Receives each new session, at the end of the transaction that opens it. */
  observe: (event: { type: "sign-in" } & SignIn) => void;
}

/** A user with their session, as a refresh reads it; times of identities and factors are text. */
interface RefreshedRow extends UserRow {
  outcome: "refreshed" | keyof typeof REFRESH_ERRORS;
  session_id: string;
  aal: string;
  methods: SessionFacts["amr"] | null;
  identities: IdentityRow[] | null;
  factors: FactorRow[] | null;
}

const REFRESH_ERRORS = {
  refresh_token_not_found: "Invalid Refresh Token: Refresh Token Not Found",
  user_banned: "Invalid Refresh Token: User Banned",
  session_expired: "Invalid Refresh Token: Session Expired",
  refresh_token_already_used: "Invalid Refresh Token: Already Used",
} as const;

/** Facts of a session that its tokens contain. */
type SessionFacts = { id: string; aal: string; amr: { method: string; timestamp: number }[] };

/** Client of a request, stored with the session. */
export type ClientInfo = { userAgent: string | null; address: string | null };

/** The login that opens a session. */
export interface Opening extends ClientInfo {
  /** Written to the token's `amr`: https://supabase.com/docs/guides/auth/jwt-fields */
  method: "password" | "otp" | FlowMethod;
}

/** A session that was just opened: its user and login method. */
export type SignIn = { userId: string; method: Opening["method"] };

/** Response of `/token`; links of the implicit flow contain it, too. */
export interface SessionAnswer {
  access_token: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
}

/** Opens a session for an authenticated user and returns the response of `/token`. */
export async function openSession(
  sql: Queries,
  options: SessionOptions,
  user: UserRow,
  opened: Opening,
): Promise<SessionAnswer> {
  const [session] = await sql<{ id: string }[]>`
    insert into auth.sessions (user_id, user_agent, ip)
    values (${user.id}, ${opened.userAgent?.slice(0, 500) ?? null}, ${opened.address})
    returning id`;
  const sessionId = session?.id ?? "";
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${sessionId}, ${opened.method})`;
  const [signedIn] = await sql<UserRow[]>`
    update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id} returning ${sql.identifier(...USER_COLUMNS)}`;
  const refreshToken = await addRefreshToken(sql, user.id, sessionId);
  const opening = await describeSession(sql, options, signedIn ?? user, sessionId, refreshToken);
  options.observe({ type: "sign-in", userId: user.id, method: opened.method });
  return opening;
}

/**
 * `POST /token?grant_type=refresh_token`: exchanges a refresh token for a new pair. Using a token again after the reuse
 * interval ends the session.
 * @throws AuthError 400 refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
 */
export async function refreshSession(
  { sql, sessions: options }: { sql: Sql; sessions: SessionOptions },
  _client: ClientInfo,
  c: Context,
): Promise<SessionAnswer> {
  const { refresh_token: refreshToken } = await parseBody(c);
  if (typeof refreshToken !== "string" || refreshToken === "") {
    throw validationFailed("refresh_token required");
  }
  const next = createToken();
  const [row] = await sql<RefreshedRow[]>`
    select exchanged.outcome, exchanged.session_id, exchanged.aal, (
        select jsonb_agg(jsonb_build_object(
          'method', claims.authentication_method, 'timestamp', floor(extract(epoch from claims.updated_at))
        ) order by claims.updated_at desc)
        from auth.mfa_amr_claims as claims where claims.session_id = exchanged.session_id
      ) as methods, (
        select jsonb_agg(to_jsonb(known) order by known.created_at)
        from auth.identities as known where known.user_id = exchanged.user_id
      ) as identities, (
        select jsonb_agg(to_jsonb(known) - 'secret' order by known.created_at)
        from auth.mfa_factors as known where known.user_id = exchanged.user_id
      ) as factors, ${sql.identifier(...USER_COLUMNS)}
    from auth.exchange_refresh_token(
      ${hashToken(refreshToken)}, ${hashToken(next)}, ${options.reuseIntervalSeconds}
    ) as exchanged
    left join auth.users on users.id = exchanged.user_id`;
  if (!row) throw new Error("The database returned no outcome of the refresh.");
  if (row.outcome !== "refreshed") throw new AuthError(400, row.outcome, REFRESH_ERRORS[row.outcome]);
  const user = userResponse(row, (row.identities ?? []).map(withDates), (row.factors ?? []).map(withDates));
  return answer(options, row, { id: row.session_id, aal: row.aal, amr: row.methods ?? [] }, next, user);
}

/** Returns a new pair for a session whose MFA level has changed; previous refresh tokens become invalid. */
export async function renewSession(
  sql: Queries,
  options: SessionOptions,
  user: UserRow,
  sessionId: string,
): Promise<SessionAnswer> {
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${sessionId} and not revoked`;
  return describeSession(sql, options, user, sessionId, await addRefreshToken(sql, user.id, sessionId));
}

export async function sessionExists(sql: Queries, sessionId: string): Promise<boolean> {
  const rows = await sql`select 1 from auth.sessions where id = ${sessionId} and coalesce(not_after > now(), true)`;
  return rows.length > 0;
}

/** Ends sessions, including their refresh tokens. */
export async function endSessions(
  sql: Queries,
  scope: "global" | "local" | "others",
  userId: string,
  sessionId: string,
): Promise<void> {
  if (scope === "global") await sql`delete from auth.sessions where user_id = ${userId}`;
  else if (scope === "local") await sql`delete from auth.sessions where id = ${sessionId}`;
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`;
}

async function describeSession(
  sql: Queries,
  options: SessionOptions,
  user: UserRow,
  sessionId: string,
  refreshToken: string,
): Promise<SessionAnswer> {
  const [session] = await sql<{ aal: string }[]>`select aal from auth.sessions where id = ${sessionId}`;
  const amr = await sql<SessionFacts["amr"]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::float8 as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  const facts = { id: sessionId, aal: session?.aal ?? "aal1", amr };
  return answer(options, user, facts, refreshToken, await describeUser(sql, user));
}

function answer(
  { tokens, issuer }: SessionOptions,
  user: UserRow,
  session: SessionFacts,
  refreshToken: string,
  described: Record<string, unknown>,
): SessionAnswer {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const accessToken = tokens.sign({
    iss: issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: described,
  };
}

/** Reads the times of a row that PostgreSQL wrote as JSON. */
function withDates<Row extends IdentityRow | FactorRow>(row: Row): Row {
  const dates = Object.entries(row).filter(([name, value]) => name.endsWith("_at") && value !== null);
  return { ...row, ...Object.fromEntries(dates.map(([name, value]) => [name, new Date(String(value))])) };
}

async function addRefreshToken(sql: Queries, userId: string, sessionId: string): Promise<string> {
  const token = createToken();
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id) values (${hashToken(token)}, ${userId}, ${sessionId})`;
  return token;
}
