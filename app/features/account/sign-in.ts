import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { requestCaptchaToken } from "#app/platform/captcha.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { finishBeforeSessionEnd } from "#app/platform/session-events.ts";
import { checkAuth, verifyCode } from "./auth-problem.ts";
import type { AuthMode, Credentials } from "./credentials.ts";

export type SignInResult = "signed-in" | "confirm-email";

/**
 * Logs in or signs up. Without a confirmed address, the confirmation email is sent again.
 * @param path path that the link in a confirmation email leads to
 */
export async function signIn(
  data: BrowserData,
  mode: AuthMode,
  typed: Credentials,
  path: string,
): Promise<SignInResult> {
  const email = typed.email.trim();
  const { password } = typed;
  const captcha = await requestCaptchaToken();
  const answer =
    mode === "login"
      ? await data.auth.signInWithPassword({ email, password, options: captcha })
      : await data.auth.signUp({
          email,
          password,
          options: {
            data: { fullName: typed.fullName.trim(), avatar: "" },
            emailRedirectTo: pageAddressHere(path),
            ...captcha,
          },
        });
  if (answer.error?.code === "email_not_confirmed") {
    await resendConfirmation(data, email, path);
    return "confirm-email";
  }
  checkAuth(answer);
  return answer.data.session ? "signed-in" : "confirm-email";
}

/**
 * Signs up a guest at checkout, with a random password that nobody keeps: later logins use an emailed code.
 * @returns "confirm-email", with no email sent, for an address that has an account, and where the store requires it
 */
export async function signUpGuest(data: BrowserData, email: string, fullName: string): Promise<SignInResult> {
  if ((await data.readAuthSettings()).mailer_autoconfirm !== true) return "confirm-email";
  const random = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  const { error } = await data.auth.signUp({
    email,
    // With a character of each class that a project may require.
    password: `aA1!${random}`,
    options: { data: { fullName, avatar: "" }, ...(await requestCaptchaToken()) },
  });
  if (error?.code === "user_already_exists") return "confirm-email";
  checkAuth({ error });
  return "signed-in";
}

/**
 * Sends a login link. The response does not reveal whether the account exists.
 * @param path path that the link leads to
 */
export async function requestSignInLink(data: BrowserData, email: string, path: string): Promise<void> {
  const { error } = await data.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: pageAddressHere(path), ...(await requestCaptchaToken()) },
  });
  // This error means that the address has no account, which must not be revealed.
  if (error?.code !== "otp_disabled") checkAuth({ error });
}

/**
 * Sends a six-digit code, also to an address without an account; entering the code creates one.
 * @param path path that the link in the same email leads to
 */
export async function requestSignInCode(data: BrowserData, email: string, path: string): Promise<void> {
  const emailRedirectTo = pageAddressHere(path);
  const options = { shouldCreateUser: true, emailRedirectTo, ...(await requestCaptchaToken()) };
  checkAuth(await data.auth.signInWithOtp({ email, options }));
}

/** Sends the confirmation email of a sign-up again. */
export async function resendConfirmation(data: BrowserData, email: string, path: string): Promise<void> {
  const options = { emailRedirectTo: pageAddressHere(path), ...(await requestCaptchaToken()) };
  checkAuth(await data.auth.resend({ type: "signup", email, options }));
}

/**
 * Logs in with the six-digit code of a login or confirmation email. The first code of an account deletes its name, which
 * anyone could have given; the name that this browser gave is kept.
 */
export async function signInWithEmailCode(data: BrowserData, email: string, code: string): Promise<void> {
  const { user } = (await data.auth.getSession()).data.session ?? {};
  // The first code of an account ends its earlier sessions.
  if (user) await finishBeforeSessionEnd("new session");
  await verifyCode(data.auth, { type: "email", email, token: code });
  const name: unknown = user?.user_metadata["fullName"];
  if (user && typeof name === "string") await rowWriter(data, "profiles", { id: user.id })({ name }, { name: null });
}

/**
 * Redirects to Google, which returns to `path`. First checks that the data service has Google enabled, because its
 * error response would otherwise replace the page with JSON.
 */
export async function signInWithGoogle(data: BrowserData, path: string): Promise<void> {
  const { data: way, error } = await data.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: pageAddressHere(path), skipBrowserRedirect: true },
  });
  if (error) return checkAuth({ error });
  const probe = await fetch(way.url, { redirect: "manual" });
  // A redirect to Google is opaque to `fetch`, and proves that Google is enabled.
  if (probe.type !== "opaqueredirect" && !probe.ok) throw new Error(t("Google sign-in is not available."));
  window.location.assign(way.url);
}

/** Logs out. @throws when the session still exists */
export async function signOut(data: BrowserData, scope: "local" | "others" | "global" = "local"): Promise<void> {
  if (scope !== "others") await finishBeforeSessionEnd("logout");
  // If this script cannot be loaded, logging out continues without it.
  await import("#app/platform/push-subscription.ts").then(({ endPush }) => endPush(data, scope)).catch(() => undefined);
  checkAuth(await data.auth.signOut({ scope }));
}
