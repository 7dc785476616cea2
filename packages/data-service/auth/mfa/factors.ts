import type { Context } from "hono";
import { Secret, TOTP } from "otpauth";
import qrcode from "qrcode-generator";
import type { TransactionSql } from "../../database/connect.ts";
import { sendNotice } from "../messages/notices.ts";
import { AuthError, validationFailed } from "../protocol/auth-error.ts";
import { isUuid, optionalText, parseBody } from "../protocol/request-body.ts";
import {
  readReauthentication,
  requireReauthenticationToEnroll,
  requireRecentSignIn,
} from "../reauthentication/recent-reauthentication.ts";
import { encrypt } from "../secrets/encryption.ts";
import type { ServiceContext } from "../service/service-context.ts";
import type { SignedIn } from "../sessions/signed-in.ts";
import { type FactorRow, listFactors, type Queries } from "../users/users.ts";

const MAX_FACTORS = 10;
/** Lifetime of an unverified factor that was never challenged. */
const UNUSED_FACTOR_SECONDS = 300;
/** Maximum length of a QR code with medium error correction. */
const MAX_URI_LENGTH = 2000;

/**
 * `POST /factors`: adds an authenticator, which has no effect until one of its codes is verified. Beyond the real
 * service's fields, it accepts `current_password` and `nonce` like `PUT /user`, if the current password is required.
 * @throws AuthError 400 validation_failed, current_password_required, current_password_invalid,
 * reauthentication_needed; 403 insufficient_aal; 422 reauthentication_not_valid, mfa_factor_name_conflict,
 * too_many_enrolled_mfa_factors, mfa_phone_enroll_not_enabled, mfa_webauthn_enroll_not_enabled; 429
 * over_request_rate_limit
 */
export async function enrollFactor(
  context: ServiceContext,
  signedIn: SignedIn,
  c: Context,
): Promise<Record<string, unknown>> {
  const { sql, secret, siteUrl } = context;
  const { user, sessionId } = signedIn;
  const body = await parseBody(c);
  requireTotp(optionalText(body, "factor_type"));
  const friendlyName = optionalText(body, "friendly_name");
  if (friendlyName.length > 200) throw validationFailed("friendly_name is too long");
  const totp = totpOf(new Secret({ size: 20 }), {
    issuer: optionalText(body, "issuer") || new URL(siteUrl).host,
    label: user.email ?? user.phone ?? user.id,
  });
  const uri = totp.toString();
  if (uri.length > MAX_URI_LENGTH) throw validationFailed("issuer is too long");
  await requireReauthenticationToEnroll(
    context,
    signedIn,
    readReauthentication(body, "factor", context.clientOf(c).address),
  );
  const id = crypto.randomUUID();
  const sealed = await encrypt(secret, "factor secret", { sub: id, key: totp.secret.base32 });
  await sql.begin(async (transaction) => {
    await lockUser(transaction, user.id);
    await transaction`
      delete from auth.mfa_factors factor
      where user_id = ${user.id} and status = 'unverified' and last_challenged_at is null
        and created_at < now() - make_interval(secs => ${UNUSED_FACTOR_SECONDS})`;
    await requireRoom(transaction, user.id, sessionId, friendlyName);
    await transaction`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
      values (${id}, ${user.id}, ${friendlyName}, 'totp', ${sealed})`;
  });
  const qr_code = drawQrCode(uri);
  return { id, type: "totp", friendly_name: friendlyName, totp: { qr_code, secret: totp.secret.base32, uri } };
}

/**
 * `DELETE /factors/{id}`: removes an authenticator; sessions that it raised return to `aal1`.
 * @throws AuthError 404 mfa_factor_not_found, 422 insufficient_aal, 400 reauthentication_needed
 */
export async function removeFactor(context: ServiceContext, signedIn: SignedIn, c: Context): Promise<{ id: string }> {
  const { settings } = context;
  const { user, sessionId } = signedIn;
  const factorId = c.req.param("id") ?? "";
  const removed = await context.sql.begin(async (transaction) => {
    await lockUser(transaction, user.id);
    const factor = await getFactor(transaction, user.id, factorId);
    if (factor.status === "verified") {
      if (!(await hasVerifiedMfa(transaction, sessionId))) {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      await requireRecentSignIn({ settings, sql: transaction }, signedIn);
    }
    await deleteFactor(transaction, factor.id);
    return factor;
  });
  if (removed.status === "verified") sendNotice(context, "mfa_removed", { to: user.email });
  return { id: removed.id };
}

/**
 * Deletes a factor and returns the sessions that it raised to `aal1`. With the last factor, a trigger deletes the
 * recovery codes.
 */
export async function deleteFactor(sql: TransactionSql, factorId: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims where authentication_method in ('totp', 'mfa/recovery_code')
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = ${factorId}`;
  await sql`delete from auth.mfa_factors where id = ${factorId}`;
}

/**
 * Requires an `aal2` session of users with a verified factor, before they change the password, email address or phone
 * number.
 * @throws AuthError 401 insufficient_aal
 */
export async function requireMfa(sql: Queries, { user, sessionId }: SignedIn): Promise<void> {
  const factors = await listFactors(sql, user.id);
  if (!factors.some((factor) => factor.status === "verified")) return;
  if (await hasVerifiedMfa(sql, sessionId)) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}

function requireTotp(type: string): void {
  if (type === "phone") {
    throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  if (type === "webauthn") {
    throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  if (type !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
}

async function requireRoom(
  sql: TransactionSql,
  userId: string,
  sessionId: string,
  friendlyName: string,
): Promise<void> {
  const factors = await listFactors(sql, userId);
  if (factors.some((factor) => factor.friendly_name === friendlyName)) {
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    );
  }
  if (factors.length >= MAX_FACTORS) {
    throw new AuthError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  const hasVerified = factors.some((factor) => factor.status === "verified");
  if (hasVerified && !(await hasVerifiedMfa(sql, sessionId))) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

export async function hasVerifiedMfa(sql: Queries, sessionId: string): Promise<boolean> {
  const rows = await sql`select 1 from auth.sessions where id = ${sessionId} and aal = 'aal2'`;
  return rows.length > 0;
}

export async function getFactor(sql: Queries, userId: string, factorId: string): Promise<FactorRow> {
  if (!isUuid(factorId)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factors = await listFactors(sql, userId);
  const factor = factors.find(({ id }) => id === factorId.toLowerCase());
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Serializes changes to a user's factors. */
export async function lockUser(sql: TransactionSql, userId: string): Promise<void> {
  await sql`select 1 from auth.users where id = ${userId} for update`;
}

export function totpOf(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: "SHA1", digits: 6, period: 30 });
}

function drawQrCode(text: string): string {
  const drawing = qrcode(0, "M");
  drawing.addData(text);
  drawing.make();
  return drawing.createSvgTag({ cellSize: 3, margin: 12 });
}
