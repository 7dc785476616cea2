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
  if (typed.email.trim() === "") errors.email = "Email is required";
  else if (!/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(typed.email.trim()))
    errors.email = "Please enter a valid email address";
  if (typed.password === "") errors.password = "Password is required";
  else if (typed.password.length < MINIMUM_PASSWORD_LENGTH) {
    errors.password = "Password must be at least 6 characters long";
  }
  return errors;
}
