import { t } from "#app/messages/t.ts";

/** Anyone can craft a link, so its URL only selects one of these messages. */
const rejections = () =>
  new Map([
    ["signup_disabled", t("We can't create accounts right now. Call us.")],
    ["user_banned", t("This account is closed. Call us if you need help.")],
    ["provider_email_needs_verification", t("Your Google email address is not verified. Verify it with Google first.")],
    ["email_exists", t("This email address already has an account. Log in with its password.")],
    ["identity_already_exists", t("This Google account is connected to another account here.")],
    ["over_request_rate_limit", t("Too many attempts. Wait a few minutes, then try again.")],
    ["bad_oauth_state", t("This started in another browser, or too long ago. Nothing changed. Start again here.")],
    ["manual_linking_disabled", t("You can't connect another account here.")],
  ]);
/** Message of the auth service after the first of the two links of an email change was followed. */
const HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Returns the landing message for a visit from an email link or OAuth provider, read from the URL; null without one.
 * The auth client has already used the URL's parameters.
 * @param address the browser's full current URL
 * @param isSignedIn if true, a code that is still in the URL has already been used
 */
export function readLanding(address: string, isSignedIn: boolean): { isError: boolean; text: string } | null {
  const { searchParams, hash } = new URL(address);
  const inHash = new URLSearchParams(hash.slice(1));
  const read = (name: string) => searchParams.get(name) ?? inHash.get(name);
  const code = read("error_code");
  if (code === "otp_expired") {
    return { isError: true, text: t("This link was used or has expired. Ask for a new one.") };
  }
  if (code === "access_denied") return { isError: true, text: t("Login canceled. You are not logged in.") };
  if (code !== null || read("error_description") !== null) {
    return { isError: true, text: rejections().get(code ?? "") ?? t("We couldn't log you in. Try again.") };
  }
  if (read("message") === HALF_CONFIRMED) {
    return {
      isError: false,
      text: t("Confirmation link accepted. Please proceed to confirm link sent to the other email"),
    };
  }
  if (searchParams.has("code") && !isSignedIn) {
    return {
      isError: true,
      text: t(
        "This link works only in the browser you requested it from. Ask for a new link here, or enter the email's code there.",
      ),
    };
  }
  return null;
}
