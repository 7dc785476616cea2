import { validationFailed } from "../protocol/auth-error.ts";

/** Returns a normalized email address. @throws AuthError 400 validation_failed */
export function parseEmail(text: unknown): string {
  if (typeof text !== "string" || text === "") {
    throw validationFailed("An email address is required");
  }
  const email = text.trim().toLowerCase();
  if (
    email.length > 255 ||
    !/^[^\s@"(),:;<>[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(email)
  ) {
    throw validationFailed("Unable to validate email address: invalid format");
  }
  return email;
}

/** Returns a phone number as digits only, like Supabase stores it. @throws AuthError 400 validation_failed */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, "").replaceAll(" ", "");
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw validationFailed("Invalid phone number format (E.164 required)");
  }
  return phone;
}
