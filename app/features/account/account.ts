import type { BrowserData, User, UserIdentity } from "#app/platform/browser-data.ts";
import { forgetReads } from "#app/platform/query-cache.ts";
import { authProblem } from "./auth-problem.ts";
import { type Authenticator, listAuthenticators } from "./second-step.ts";
import { verifyCode } from "./verify-code.ts";
import type { Visitor } from "./visitor.ts";

/** Everything that the account page shows. */
export interface Account {
  id: string;
  name: string;
  email: string;
  /** Waits for its mailbox to agree; null for none. */
  newEmail: string | null;
  /** With its plus; null for none. */
  phone: string | null;
  newPhone: string | null;
  authenticators: Authenticator[];
  identities: UserIdentity[];
  /** What the auth service is set up for. */
  hasPhone: boolean;
  hasGoogle: boolean;
  isAdminWaiting: boolean;
}

/** What stood in the way, to be shown; null when it is done. */
type Refusal = string | null;

/** @throws when the auth service cannot be reached; null when the session is over */
export async function readAccount(data: BrowserData, visitor: Visitor): Promise<Account | null> {
  const [settings, found] = await Promise.all([data.readAuthSettings(), data.auth.getUser()]);
  if (found.error) {
    if ((found.error.status ?? 500) >= 500) throw found.error;
    return null;
  }
  const { user } = found.data;
  return {
    id: user.id,
    name: visitor.name ?? "",
    email: user.email ?? "",
    newEmail: user.new_email || null,
    phone: withPlus(user.phone),
    newPhone: withPlus((user as User & { new_phone?: string }).new_phone),
    authenticators: await listAuthenticators(data),
    identities: user.identities ?? [],
    hasPhone: settings.external.phone === true,
    hasGoogle: settings.external.google === true,
    isAdminWaiting: visitor.isAdminWaiting,
  };
}

/** In the profile, which the shop reads, and in the account's metadata, where the sign-up put it. */
export async function saveName(data: BrowserData, userId: string, name: string): Promise<Refusal> {
  const { error } = await data.auth.updateUser({ data: { fullName: name } });
  if (error) return authProblem(error);
  const saved = await data.rest.from("profiles").update({ name }).eq("id", userId);
  forgetReads();
  return saved.error && "Your name could not be saved. Please try again.";
}

export async function changeEmail(data: BrowserData, email: string): Promise<Refusal> {
  const emailRedirectTo = `${window.location.origin}/account`;
  const { error } = await data.auth.updateUser({ email }, { emailRedirectTo });
  return error && authProblem(error);
}

/** @returns "code" when six digits went to the number, "done" when it counts at once */
export async function changePhone(
  data: BrowserData,
  phone: string,
): Promise<{ next: "code" | "done" } | { refusal: string }> {
  const { data: changed, error } = await data.auth.updateUser({ phone });
  if (error) return { refusal: authProblem(error) };
  return { next: withPlus(changed.user.phone) === phone ? "done" : "code" };
}

export function confirmPhone(data: BrowserData, phone: string, token: string): Promise<Refusal> {
  return verifyCode(data.auth, { type: "phone_change", phone, token });
}

export type PasswordChange =
  | { kind: "done" }
  /** The sign-in was a while ago: six digits have been sent, and must come along. */
  | { kind: "code-needed" }
  | { kind: "refused"; message: string };

/** @param given.current empty for an account without a password */
export async function changePassword(
  data: BrowserData,
  given: { current: string; password: string; nonce: string },
): Promise<PasswordChange> {
  const { error } = await data.auth.updateUser({
    password: given.password,
    ...(given.current === "" ? {} : { current_password: given.current }),
    ...(given.nonce === "" ? {} : { nonce: given.nonce }),
  });
  if (!error) return { kind: "done" };
  if (error.code !== "reauthentication_needed") return { kind: "refused", message: authProblem(error) };
  const { error: unsent } = await data.auth.reauthenticate();
  return unsent ? { kind: "refused", message: authProblem(unsent) } : { kind: "code-needed" };
}

/** Leaves for Google; only a refusal comes back. */
export async function linkGoogle(data: BrowserData): Promise<Refusal> {
  const { error } = await data.auth.linkIdentity({
    provider: "google",
    options: { redirectTo: `${window.location.origin}/account` },
  });
  return error && authProblem(error);
}

export async function unlinkIdentity(data: BrowserData, identity: UserIdentity): Promise<Refusal> {
  const { error } = await data.auth.unlinkIdentity(identity);
  return error && authProblem(error);
}

/** Ends the account for good, and the session with it. */
export async function deleteAccount(data: BrowserData): Promise<Refusal> {
  const answer = await data.fetchApi("/account", { method: "DELETE" });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => ({}))) as { error?: string };
    return body.error ?? "Your account could not be deleted. Please try again.";
  }
  await data.auth.signOut({ scope: "local" });
  forgetReads();
  return null;
}

function withPlus(phone: string | undefined): string | null {
  return phone ? `+${phone.replace(/^\+/, "")}` : null;
}
