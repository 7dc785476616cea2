import { createHash, timingSafeEqual } from "node:crypto";
import type { TransactionSql } from "../../database/connect.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import { createToken, hashToken } from "../secrets/hashing.ts";
import type { Queries } from "../users/users.ts";

/** Seconds between following a link and exchanging its code for a session. */
const AUTH_CODE_SECONDS = 300;

/** PKCE code challenge (RFC 7636). */
export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

/** Login method of the session that the flow opens: its `amr`. */
export type FlowMethod = "recovery" | "magiclink" | "email/signup" | "email_change" | "oauth" | "sso/saml";

interface FlowStateRow {
  id: string;
  user_id: string;
  code_challenge: string;
  code_challenge_method: CodeChallenge["method"];
  authentication_method: FlowMethod;
  is_expired: boolean;
}

/** Reads a PKCE challenge; null for the implicit flow. @throws AuthError 400 validation_failed */
export function readCodeChallenge(body: Record<string, unknown>): CodeChallenge | null {
  const challenge = optionalText(body, "code_challenge");
  const method = optionalText(body, "code_challenge_method").toLowerCase();
  if (challenge === "" && method === "") return null;
  if (challenge === "" || method === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  if (method !== "s256" && method !== "plain") {
    throw validationFailed(`unsupported code_challenge method ${JSON.stringify(method)}`);
  }
  return { challenge, method };
}

/** Stores the challenge of the browser that requests a link; returns the flow's id. */
export async function addFlowState(
  sql: TransactionSql,
  flow: { userId: string; method: FlowMethod; challenge: CodeChallenge; seconds: number },
): Promise<string> {
  await sql`
    delete from auth.flow_state
    where user_id = ${flow.userId} and authentication_method = ${flow.method}`;
  const [row] = await sql<{ id: string }[]>`
    insert into auth.flow_state
      (user_id, code_challenge, code_challenge_method, provider_type, authentication_method, expires_at)
    values (
      ${flow.userId}, ${flow.challenge.challenge}, ${flow.challenge.method}, ${flow.method}, ${flow.method},
      now() + make_interval(secs => ${flow.seconds})
    )
    returning id`;
  return row?.id ?? "";
}

/**
 * Stores a flow through an external provider and returns its id. The user is known only at the end; a flow without a
 * challenge then opens a session directly.
 */
export async function addProviderFlow(
  sql: Queries,
  flow: { provider: string; method: FlowMethod; challenge: CodeChallenge | null; seconds: number },
): Promise<string> {
  const { challenge } = flow;
  const [row] = await sql<{ id: string }[]>`
    insert into auth.flow_state
      (code_challenge, code_challenge_method, provider_type, authentication_method, expires_at)
    values (
      ${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${flow.provider}, ${flow.method},
      now() + make_interval(secs => ${flow.seconds})
    )
    returning id`;
  return row?.id ?? "";
}

/**
 * Creates the code for the browser that holds the PKCE verifier, after its link was followed.
 * @param userId the flow's user, if it was unknown at the start
 */
export async function issueAuthCode(
  sql: Queries,
  flowStateId: string | null,
  userId: string | null = null,
): Promise<string> {
  const code = createToken();
  const rows = await sql`
    update auth.flow_state set
      auth_code = ${hashToken(code)}, auth_code_issued_at = now(), updated_at = now(),
      user_id = coalesce(${userId}, user_id),
      expires_at = now() + make_interval(secs => ${AUTH_CODE_SECONDS})
    where id = ${flowStateId} and auth_code is null and expires_at > now()
    returning id`;
  if (rows.length === 0) throw new AuthError(400, "flow_state_not_found", "No associated flow state found.");
  return code;
}

/**
 * Consumes a code. A wrong verifier does not consume it, so that the right browser can still use it.
 * @throws AuthError 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier
 */
export async function redeemAuthCode(
  sql: TransactionSql,
  body: Record<string, unknown>,
): Promise<{ userId: string; method: FlowMethod }> {
  const code = optionalText(body, "auth_code");
  const verifier = optionalText(body, "code_verifier");
  if (code === "" || verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const [flow] = await sql<FlowStateRow[]>`
    select id, user_id, code_challenge, code_challenge_method, authentication_method,
      expires_at < now() as is_expired
    from auth.flow_state where auth_code = ${hashToken(code)} for update`;
  if (!flow) {
    throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  }
  if (flow.is_expired) {
    throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  if (!matchesChallenge(verifier, flow)) {
    throw new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  }
  await sql`delete from auth.flow_state where id = ${flow.id}`;
  return { userId: flow.user_id, method: flow.authentication_method };
}

/**
 * Deletes a flow that needs no code: its user typed the digits, or it has no challenge. Returns false if it is missing
 * or expired.
 */
export async function dropFlowState(sql: Queries, id: string | null): Promise<boolean> {
  const dropped = await sql`
    delete from auth.flow_state where id = ${id} and expires_at > now() returning id`;
  return dropped.length > 0;
}

function matchesChallenge(verifier: string, flow: FlowStateRow): boolean {
  const shown =
    flow.code_challenge_method === "plain"
      ? Buffer.from(verifier)
      : Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const expected = Buffer.from(flow.code_challenge);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
