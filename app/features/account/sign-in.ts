import type { BrowserData } from "#app/platform/browser-data.ts";
import { forgetReads } from "#app/platform/query-cache.ts";
import type { AuthMode, Credentials } from "./credentials.ts";

/** `message` is the data service's own, to stand under the form. */
export type SignInResult =
  | { kind: "signed-in" }
  | { kind: "confirm-email" }
  | { kind: "refused"; message: string };

export async function signIn(data: BrowserData, mode: AuthMode, typed: Credentials): Promise<SignInResult> {
  const email = typed.email.trim();
  const { password } = typed;
  const answer =
    mode === "login"
      ? await data.auth.signInWithPassword({ email, password })
      : await data.auth.signUp({
          email,
          password,
          options: { data: { fullName: typed.fullName.trim(), avatar: "" } },
        });
  if (answer.error) return { kind: "refused", message: answer.error.message };
  return answer.data.session ? { kind: "signed-in" } : { kind: "confirm-email" };
}

/**
 * Leaves for Google and comes back to `path`. The data service is asked first whether it knows Google,
 * because its refusal would otherwise replace the shop by a page of JSON.
 * @returns the refusal; nothing when the browser is on its way
 */
export async function signInWithGoogle(data: BrowserData, path: string): Promise<string | null> {
  const { data: way, error } = await data.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: `${window.location.origin}${path}`, skipBrowserRedirect: true },
  });
  if (error) return error.message;
  const probe = await fetch(way.url, { redirect: "manual" });
  // A redirect to Google cannot be read here, and need not be.
  if (probe.type !== "opaqueredirect" && !probe.ok) {
    const body = (await probe.json().catch(() => ({}))) as { msg?: string; message?: string };
    return body.msg ?? body.message ?? "Google sign-in is not available.";
  }
  window.location.assign(way.url);
  return null;
}

/** @returns what stood in the way; the session is then still there */
export async function signOut(data: BrowserData): Promise<string | null> {
  const { error } = await data.auth.signOut();
  if (error) return error.message;
  forgetReads();
  return null;
}
