/** Anyone can send a link with a text in it, so the URL only chooses among these messages. */
const REJECTIONS = new Map([
  ["signup_disabled", "New accounts cannot be made at present. Please call us."],
  ["user_banned", "This account is closed. Please call us."],
  ["provider_email_needs_verification", "Your Google account's e-mail address is not verified. Verify it there first."],
  ["email_exists", "There is an account with this e-mail address already. Log in with its password."],
  ["identity_already_exists", "This Google account belongs to an account of this shop already."],
  ["over_request_rate_limit", "Too many attempts. Please wait a few minutes and try again."],
  [
    "bad_oauth_state",
    "This was begun in another browser, or too long ago. Nothing was changed. Please begin again here.",
  ],
  ["manual_linking_disabled", "Another account cannot be connected here."],
]);
/** Message of the auth service after the first of the two links of a change of address. */
const HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Returns the landing message for a link or an OAuth provider, read from the URL; null without one. The auth client
 * has already used the URL's parameters.
 * @param address the browser's whole current URL
 * @param isSignedIn if so, a code that is still in the URL has already been used
 */
export function readLanding(address: string, isSignedIn: boolean): { isError: boolean; text: string } | null {
  const { searchParams, hash } = new URL(address);
  const inHash = new URLSearchParams(hash.slice(1));
  const read = (name: string) => searchParams.get(name) ?? inHash.get(name);
  const code = read("error_code");
  if (code === "otp_expired") {
    return { isError: true, text: "This link has been used or has expired. Ask for a new one." };
  }
  if (code === "access_denied") {
    return { isError: true, text: "You were not logged in: the sign-in was cancelled." };
  }
  if (code !== null || read("error_description") !== null) {
    return { isError: true, text: REJECTIONS.get(code ?? "") ?? "You could not be logged in." };
  }
  if (read("message") === HALF_CONFIRMED) return { isError: false, text: HALF_CONFIRMED };
  if (searchParams.has("code") && !isSignedIn) {
    return {
      isError: true,
      text: "This link works only in the browser that asked for it. Ask for a new one here, or type the code of the e-mail where you asked.",
    };
  }
  return null;
}
