import { t } from "#app/messages/t.ts";
import { isEmailAddress } from "#app/values/contact.ts";

export type Credentials = { email: string; password: string; fullName: string };

export type CredentialErrors = Partial<Record<keyof Credentials, string>>;
export type AuthMode = "login" | "sign-up";

/** Default minimum length, for passwords set before the store raised its minimum. */
const SHORTEST_PASSWORD = 6;

/**
 * Returns the error message of each invalid field. A login has no name field.
 * @param minLength minimum length of a new password
 */
export function validateCredentials(
  mode: AuthMode,
  typed: Credentials,
  minLength = SHORTEST_PASSWORD,
): CredentialErrors {
  const errors: CredentialErrors = {};
  if (mode === "sign-up" && typed.fullName.trim() === "") errors.fullName = t("Full Name is required");
  const email = emailProblem(typed.email);
  if (email) errors.email = email;
  const password = passwordProblem(typed.password, mode === "login" ? SHORTEST_PASSWORD : minLength);
  if (password) errors.password = password;
  return errors;
}

export function emailProblem(email: string): string | undefined {
  if (email.trim() === "") return t("Email is required");
  if (!isEmailAddress(email.trim())) return t("Please enter a valid email address");
  return undefined;
}

/** Validates the code of an email, a text message, or an authenticator app. */
export function codeProblem(code: string): string | undefined {
  if (/^\s*(\d\s*){6}$/.test(code)) return undefined;
  return t("Enter the six digits");
}

/** Validates a recovery code: sixteen letters and digits that replace a lost authenticator app. */
export function recoveryCodeProblem(code: string): string | undefined {
  if (/^[a-z0-9]{16}$/i.test(code.replaceAll(/[\s-]/g, ""))) return undefined;
  return t("Enter the 16 letters and digits of one code");
}

export function passwordProblem(password: string, minLength: number): string | undefined {
  if (password === "") return t("Password is required");
  if (password.length < minLength) return t("Password must be at least {minLength} characters long", { minLength });
  return undefined;
}
