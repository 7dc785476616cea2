export interface Credentials {
  email: string;
  password: string;
  fullName: string;
}

export type CredentialErrors = Partial<Record<keyof Credentials, string>>;
export type AuthMode = "login" | "sign-up";

const MINIMUM_PASSWORD_LENGTH = 6;

/** The messages of the fields that are wrong; a login has no name. */
export function validateCredentials(mode: AuthMode, typed: Credentials): CredentialErrors {
  const errors: CredentialErrors = {};
  if (mode === "sign-up" && typed.fullName.trim() === "") errors.fullName = "Full Name is required";
  const email = emailProblem(typed.email);
  if (email) errors.email = email;
  const password = passwordProblem(typed.password);
  if (password) errors.password = password;
  return errors;
}

export function emailProblem(email: string): string | undefined {
  if (email.trim() === "") return "Email is required";
  if (!/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(email.trim())) return "Please enter a valid email address";
  return undefined;
}

export function passwordProblem(password: string): string | undefined {
  if (password === "") return "Password is required";
  if (password.length < MINIMUM_PASSWORD_LENGTH) return "Password must be at least 6 characters long";
  return undefined;
}
