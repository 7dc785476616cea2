import { t } from "#app/messages/t.ts";
import type { AuthError, BrowserData, User, UserIdentity } from "#app/platform/browser-data.ts";
import { requestCaptchaToken } from "#app/platform/captcha.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { readErrorBody, readWithRetries } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { listSessions } from "./account-sessions.ts";
import { checkAuth, verifyCode } from "./auth-problem.ts";
import type { CurrentUser } from "./current-user.ts";
import { authenticatorsOf } from "./mfa.ts";
import {
  attributesOf,
  type CodeNeeded,
  type ReauthenticatedChange,
  type ReauthenticationInput,
  requestReauthentication,
} from "./reauthentication.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import { isSessionOver } from "./session-end.ts";

/** Data of the account page. */
export type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

/** Reads the account; null if the session has ended. @throws when the auth service cannot be reached */
export function readAccount(data: BrowserData, currentUser: CurrentUser) {
  return readWithRetries(["account"], () => readAccountOnce(data, currentUser));
}

async function readAccountOnce(data: BrowserData, currentUser: CurrentUser) {
  const [settings, found] = await Promise.all([data.readAuthSettings(), data.auth.getUser()]);
  if (found.error) {
    if (isSessionOver(found.error)) return null;
    throw found.error;
  }
  const { user } = found.data;
  const authenticators = authenticatorsOf(user);
  const hasRecoveryCodes = settings.mfa_recovery_codes_enabled === true;
  return {
    id: user.id,
    name: currentUser.name ?? "",
    email: user.email ?? "",
    /** New address that is not confirmed yet; null for none. */
    newEmail: user.new_email || null,
    /** International format with a leading "+"; null for none. */
    phone: withPlus(user.phone),
    newPhone: withPlus((user as User & { new_phone?: string }).new_phone),
    authenticators,
    recoveryCodesLeft: hasRecoveryCodes && authenticators.length > 0 ? await countRecoveryCodes(data) : 0,
    identities: user.identities ?? [],
    sessions: await listSessions(data),
    /** Capabilities of the auth service. */
    hasPhone: settings.external.phone === true,
    hasGoogle: settings.external.google === true,
    hasRecoveryCodes,
    isStaffWaiting: currentUser.isStaffWaiting,
  };
}

/** Saves the name in the profile, which the store reads, and in the auth metadata, where sign-up stored it. */
export async function saveName(data: BrowserData, { id, name: before }: Account, name: string): Promise<void> {
  const { error: failure, saved } = await saveMerged({
    before: { name: before },
    mine: { name },
    subject: t("Your account"),
    labels: { name: t("Full Name") },
    write: rowWriter(data, "profiles", { id }),
  });
  if (failure) throw new Error(t("We couldn't save your name. Try again."));
  checkAuth(await data.auth.updateUser({ data: { fullName: saved.name } }));
}

export async function changeEmail(data: BrowserData, email: string): Promise<void> {
  const emailRedirectTo = pageAddressHere("/account");
  checkAuth(await data.auth.updateUser({ email }, { emailRedirectTo }));
}

/**
 * Changes the phone number.
 * @returns `isSaved`: true if it is saved already, false if it must be confirmed with the code sent to it
 */
export async function changePhone(
  data: BrowserData,
  phone: string,
  reauthentication: ReauthenticationInput,
): Promise<ReauthenticatedChange<{ isSaved: boolean }>> {
  const { data: changed, error } = await data.auth.updateUser({ phone, ...attributesOf(reauthentication) });
  if (error) return requestReauthentication(data, error);
  return { kind: "done", isSaved: withPlus(changed.user.phone) === phone };
}

export function confirmPhone(data: BrowserData, phone: string, token: string): Promise<void> {
  return verifyCode(data.auth, { type: "phone_change", phone, token });
}

export async function changePassword(
  data: BrowserData,
  password: string,
  reauthentication: ReauthenticationInput,
): Promise<ReauthenticatedChange> {
  const { error } = await data.auth.updateUser({ password, ...attributesOf(reauthentication) });
  return error ? requestReauthentication(data, error) : { kind: "done" };
}

/**
 * Redirects to Google to connect an account there; resolves only on failure.
 * @param code reauthentication code that an earlier attempt sent; empty without one
 */
export function linkGoogle(data: BrowserData, account: Account, code: string): Promise<ReauthenticatedChange> {
  return changeWaysIn(data, account, code, () =>
    data.auth.linkIdentity({ provider: "google", options: { redirectTo: pageAddressHere("/account") } }),
  );
}

/** @param code reauthentication code that an earlier attempt sent; empty without one */
export function unlinkIdentity(
  data: BrowserData,
  account: Account,
  code: string,
  identity: UserIdentity,
): Promise<ReauthenticatedChange> {
  return changeWaysIn(data, account, code, () => data.auth.unlinkIdentity(identity));
}

async function changeWaysIn(
  data: BrowserData,
  account: Account,
  code: string,
  change: () => Promise<{ error: AuthError | null }>,
): Promise<ReauthenticatedChange> {
  if (code !== "") await enterByCode(data, account, code);
  const { error } = await change();
  if (!error) return { kind: "done" };
  // Accounts with an authenticator app need its code: a session opened by an emailed code has not passed MFA.
  if (error.code !== "reauthentication_needed" || account.authenticators.length > 0) checkAuth({ error });
  return sendEntryCode(data, account);
}

export type Addresses = Pick<Account, "email" | "phone">;

const addressOf = ({ email, phone }: Addresses) => (email === "" ? { phone: phone ?? "" } : { email });

/** Reauthenticates with a code, which opens a new session. */
function enterByCode(data: BrowserData, account: Addresses, token: string): Promise<void> {
  const address = addressOf(account);
  return verifyCode(
    data.auth,
    "email" in address ? { ...address, type: "email", token } : { ...address, type: "sms", token },
  );
}

async function sendEntryCode(data: BrowserData, account: Addresses): Promise<CodeNeeded> {
  const options = { shouldCreateUser: false, ...(await requestCaptchaToken()) };
  checkAuth(await data.auth.signInWithOtp({ ...addressOf(account), options }));
  return { kind: "code-needed" };
}

/**
 * Sends a request that the server accepts only with reauthentication. Without a password it sends a code to the
 * account's own address instead.
 * @param failure message when the server states none
 */
export async function sendReauthenticated(
  data: BrowserData,
  { current, code }: ReauthenticationInput,
  request: { method: "DELETE" | "POST"; path: string; body?: object },
  failure: string,
): Promise<ReauthenticatedChange<{ answer: Response }>> {
  if (code !== "") await enterByCode(data, await readOwnAddresses(data), code);
  const answer = await data.fetchApi(request.path, {
    method: request.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...request.body, ...(current === "" ? {} : { current_password: current }) }),
  });
  if (answer.ok) return { kind: "done", answer };
  const body = await readErrorBody(answer);
  if (body.code !== "current_password_required") throw new Error(body.error ?? failure);
  return sendEntryCode(data, await readOwnAddresses(data));
}

async function readOwnAddresses(data: BrowserData): Promise<Addresses> {
  const { data: found, error } = await data.auth.getUser();
  if (error) throw error;
  return { email: found.user.email ?? "", phone: withPlus(found.user.phone) };
}

/** Deletes the account permanently and ends its session. */
export async function deleteAccount(data: BrowserData, typed: ReauthenticationInput): Promise<ReauthenticatedChange> {
  const failure = t("We couldn't delete your account. Try again.");
  const deletion = await sendReauthenticated(data, typed, { method: "DELETE", path: "/account" }, failure);
  if (deletion.kind === "done") await data.auth.signOut({ scope: "local" });
  return deletion;
}

function withPlus(phone: string | undefined): string | null {
  return phone ? `+${phone.replace(/^\+/, "")}` : null;
}
