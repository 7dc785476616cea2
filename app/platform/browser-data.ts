import { AuthClient, type Session, type User } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import { currentLocale } from "#app/messages/current-locale.ts";
import { isLocale } from "#app/messages/locales.ts";
import { reloadPage } from "#app/values/reload-page.ts";
import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";
import { commandResult } from "./command-result.ts";
import type { Database } from "./database-rows.ts";
import { chosenLanguage, rememberLanguage } from "./language-choice.ts";
import { SHOP_AWAY, untilOutage } from "./outage.ts";
import { noteAccount, noteSessionEnd } from "./personal-data.ts";
import { readPublicConfig } from "./public-config.ts";
import { readStoredToken, readStoredUserId, SESSION_STORAGE_KEY } from "./stored-session.ts";

export type { AuthError, User, UserIdentity } from "@supabase/auth-js";

/** Code of the database's error for an access token whose session has ended. */
export const SESSION_ENDED = "PT401";

/** Public settings of the auth service, as far as the store uses them. */
export interface AuthServiceSettings {
  external: { google?: boolean; phone?: boolean };
  /** Whether a sign-up opens a session before its email address is verified. */
  mailer_autoconfirm?: boolean;
  /** Missing if the auth service is not our own. */
  mfa_recovery_codes_enabled?: boolean;
}

export interface BrowserData {
  auth: InstanceType<typeof AuthClient>;
  rest: PostgrestClient<Database>;
  storage: StorageClient;
  /** Returns the session; null for a guest, and "unknown" while an expired one cannot be refreshed. */
  readSession: () => Promise<Session | null | "unknown">;
  /** Reads the public settings. @throws when the auth service cannot be reached */
  readAuthSettings: () => Promise<AuthServiceSettings>;
  /**
   * Sends a request to the auth service with the current user's token, for endpoints that the official client has no
   * method for.
   */
  fetchAuth: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request to the store's own endpoints under /api, with the current user's token if there is one. */
  fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
}

let browserData: BrowserData | undefined;

/**
 * Returns the client of the data service with the visitor's session from localStorage; in the browser only. Composed
 * from parts of supabase-js, because the whole client includes realtime and functions, 23 kB that this store does not
 * use. Import this module lazily or from private routes only.
 */
export function getBrowserData(): BrowserData {
  browserData ??= createBrowserData();
  return browserData;
}

type Functions = Database["public"]["Functions"];

/** Calls a database function as the current user. @throws Error with a message for users */
export async function runCommand<Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]["Args"],
): Promise<NonNullable<Functions[Name]["Returns"]>> {
  return commandResult(await getBrowserData().rest.rpc(name, args)) as NonNullable<Functions[Name]["Returns"]>;
}

function createBrowserData(): BrowserData {
  const config = readPublicConfig();
  const url = config.supabaseUrl || window.location.origin;
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    fetch: fetchSession,
    // These header names must be spelled as in the client, which replaces the key by a session's token.
    headers: {
      apikey: config.anonKey,
      Authorization: `Bearer ${config.anonKey}`,
      // For the language of the auth service's emails.
      "accept-language": currentLocale(),
    },
    persistSession: true,
    storageKey: SESSION_STORAGE_KEY,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: "pkce",
  });
  auth.onAuthStateChange((event, session) => {
    if (session) {
      noteAccount(session.user.id);
      syncLanguage(auth, session.user);
    } else if (event === "SIGNED_OUT") noteSessionEnd();
  });
  reloadIfAccountChanged();
  const sendAs = async (input: string | URL | Request, init: RequestInit, headersOf: (token?: string) => object) => {
    const send = (token: string | undefined) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(headersOf(token))) headers.set(name, value);
      // For the language of orders: private.request_language.
      headers.set("accept-language", currentLocale());
      return fetchAndReport(input, { ...init, headers });
    };
    const session = await readSession(auth);
    if (session !== "unknown") return send(session?.access_token);
    // The service worker answers without a network. With one again, the server rejects an expired token.
    const answer = await send(readStoredToken());
    return answer.status === 401 ? send((await auth.getSession()).data.session?.access_token) : answer;
  };
  const authorized: typeof fetch = (input, init = {}) =>
    sendAs(input, init, (token = config.anonKey) => ({ apikey: config.anonKey, authorization: `Bearer ${token}` }));
  return {
    auth,
    // `readWithRetries` retries reads; if the client did, too, a read would be attempted sixteen times.
    rest: new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: authorized, retry: false }),
    storage: new StorageClient(`${url}/storage/v1`, {}, authorized),
    readSession: () => readSession(auth),
    readAuthSettings: async () => {
      const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: config.anonKey } });
      if (!answer.ok) throw new Error(`The auth service responded ${answer.status}.`);
      return (await answer.json()) as AuthServiceSettings;
    },
    fetchAuth: (path, init) => authorized(`${url}/auth/v1${path}`, init),
    fetchApi: (path, init = {}) =>
      sendAs(`/api${path}`, init, (token) => (token ? { authorization: `Bearer ${token}` } : {})),
  };
}

/** Does not wait for the auth client during an outage, because it tries for 30 s to refresh an expired session. */
async function readSession(auth: BrowserData["auth"]): Promise<Session | null | "unknown"> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      untilOutage(waiting.signal).then(() => "unknown" as const),
      auth
        .getSession()
        .then(({ data, error }) => (error?.name === "AuthRetryableFetchError" ? "unknown" : data.session)),
    ]);
  } finally {
    waiting.abort();
  }
}

/**
 * Saves the language chosen on this device in the account. A device without a choice takes the account's language,
 * which the next page then offers.
 */
function syncLanguage(
  auth: Pick<BrowserData["auth"], "updateUser">,
  { user_metadata: { language: saved } }: User,
): void {
  const chosen = chosenLanguage();
  if (chosen === null) {
    if (typeof saved === "string" && isLocale(saved)) rememberLanguage(saved);
  } else if (chosen !== saved) {
    // The auth client must not be called within its own event. If the update fails, the next event tries again.
    setTimeout(() => void auth.updateUser({ data: { language: chosen } }));
  }
}

/** Reloads a private page that the browser restores from its back/forward cache after the account has logged out. */
function reloadIfAccountChanged(): void {
  let userId: string | null = null;
  window.addEventListener("pagehide", () => {
    userId = readStoredUserId();
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || userId === null || readStoredUserId() === userId) return;
    reloadPage();
  });
}

/** Dispatches SHOP_AWAY when the server does not respond, or responds that it is unavailable. */
const fetchAndReport: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    if (answer.status === 503) dispatchEvent(new Event(SHOP_AWAY));
    return answer;
  } catch (error) {
    // Requests aborted by leaving a page are not an outage.
    if ((error as Error).name !== "AbortError") dispatchEvent(new Event(SHOP_AWAY));
    throw error;
  }
};

/**
 * Sends a request of the auth client. It removes `expires_at` from a session, so that the client computes it from
 * `expires_in` by this device's clock. By the server's clock, a session looks expired at once if this one is ahead.
 */
const fetchSession: typeof fetch = async (input, init) => {
  const answer = await fetchAndReport(input, init);
  const body: unknown = answer.ok ? parsedJson(await answer.clone().text()) : null;
  const { expires_in, expires_at, ...session } = fieldsOf(body);
  return expires_in === undefined || expires_at === undefined
    ? answer
    : Response.json({ ...session, expires_in }, answer);
};
