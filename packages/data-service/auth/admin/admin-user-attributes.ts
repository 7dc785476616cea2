import { isJsonObject } from "../../database/json-object.ts";
import { validationFailed } from "../protocol/auth-error.ts";
import { optionalText } from "../protocol/request-body.ts";
import type { AuthSettings } from "../service/auth-settings.ts";
import { parseEmail, parsePhone } from "../users/addresses.ts";
import { checkPasswordRules, hashPassword } from "../users/passwords.ts";

/** User attributes that the service role may set. */
export type Attributes = Awaited<ReturnType<typeof readAttributes>>;

/** Parses and validates user attributes. @throws AuthError 400 validation_failed, 422 weak_password */
export async function readAttributes(body: Record<string, unknown>, settings: AuthSettings) {
  const [email, phone, password] = ["email", "phone", "password"].map((name) => optionalText(body, name));
  const role = optionalText(body, "role");
  if (role !== "" && role !== "authenticated") throw validationFailed(`The role "${role}" cannot be assigned`);
  if (optionalText(body, "password_hash") !== "") throw validationFailed("Password hashes are not supported");
  if (password) await checkPasswordRules(password, settings);
  return {
    email: email ? parseEmail(email) : null,
    phone: phone ? parsePhone(phone) : null,
    encryptedPassword: password ? await hashPassword(password, null, settings.passwordCost) : null,
    /** Undefined leaves a ban unchanged; null ends it. */
    bannedUntil: readBan(optionalText(body, "ban_duration")),
    isEmailConfirmed: body["email_confirm"] === true,
    isPhoneConfirmed: body["phone_confirm"] === true,
    userMetadata: readObject(body, "user_metadata"),
    appMetadata: readObject(body, "app_metadata"),
  };
}

/**
 * Parses a ban: a Go duration from now ("24h", "1h30m", "300ms"), or "none", which ends the ban.
 * @throws AuthError 400 validation_failed
 */
function readBan(text: string): Date | null | undefined {
  if (text === "") return undefined;
  if (text === "none") return null;
  const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
  const until = new Date(Date.now() + ms);
  if (parts.map(([part]) => part).join("") !== text || Number.isNaN(until.getTime()) || until.getFullYear() > 9999) {
    throw validationFailed(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`);
  }
  return until;
}

function readObject(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = body[name] ?? {};
  if (!isJsonObject(value)) throw validationFailed(`${name} must be an object`);
  return value;
}
