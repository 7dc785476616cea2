import type { CallerToken, CallFunction } from "@calabash/data-service/rest";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/platform/database-rows.ts";
import { failed } from "#server/base/unavailable.ts";

type Client = SupabaseClient<Database>;
type Functions = Database["public"]["Functions"];

/** Result of a database function. */
export type Called<Name extends keyof Functions> = Functions[Name]["Returns"];

type CallShop = <Name extends keyof Functions>(
  name: Name,
  ...rest: [Functions[Name]["Args"]] extends [never]
    ? [given?: undefined, by?: CallerToken]
    : [given: Functions[Name]["Args"], by?: CallerToken]
) => Promise<Called<Name>>;

/** Clients of the data service. None of the shared ones stores a session, so that callers cannot mix. */
export interface ShopData {
  /** Client with the public key, which reads public data. */
  readonly public: Client;
  /** Public client for one page, whose requests pass through `wrap`. */
  publicThrough(wrap: (transport: typeof fetch) => typeof fetch): Client;
  /** Client with the permissions of the store's server. Never pass unvalidated user input to it. */
  readonly service: Client;
  /**
   * Calls a database function with the permissions of the store's server, or of an access token's account.
   * @throws Error with `code`, `message`, and `details` of the database's error
   */
  call: CallShop;
  /** Client with the permissions of the access token's account, restricted by row-level security. */
  as(accessToken: string): PostgrestClient<Database>;
  /** Separate client that may store one session and needs no captcha, to check a password. */
  forOneSignIn(): Client;
}

/**
 * Creates the clients.
 * @param options.url URL of the data service
 * @param options.fetch replaces the network if the data service runs in this process
 */
export function createShopData(options: {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  fetch?: typeof fetch;
  /** Calls functions without a request if the data service runs in this process. */
  call?: CallFunction;
}): ShopData {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  const transport = options.fetch ? { fetch: options.fetch } : {};
  // No retries, because a client is waiting and may retry itself.
  const db = { retry: false };
  // Created for each request: a whole Supabase client would also create clients for sessions, storage, and Realtime.
  const as = (accessToken: string) =>
    new PostgrestClient<Database>(`${options.url}/rest/v1`, {
      ...db,
      ...transport,
      headers: { apikey: options.anonKey, Authorization: `Bearer ${accessToken}` },
    });
  const forServer = () => createClient<Database>(options.url, options.serviceRoleKey, { auth, db, global: transport });
  const service = forServer();
  return {
    public: createClient<Database>(options.url, options.anonKey, { auth, db, global: transport }),
    publicThrough: (wrap) =>
      createClient<Database>(options.url, options.anonKey, {
        auth,
        db,
        global: { fetch: wrap(options.fetch ?? fetch) },
      }),
    service,
    forOneSignIn: forServer,
    as,
    call: async (name, ...[given, by]) => {
      if (options.call) return (await options.call(name, given ?? {}, by ?? null)) as never;
      const client = by ? as(by.token) : service;
      const request = (client as PostgrestClient<Database>).rpc(name, given);
      if (by?.language !== undefined) request.setHeader("accept-language", by.language);
      if (by?.ticket) request.setHeader("x-waiting-ticket", by.ticket);
      const response = await request;
      if (response.error) throw Object.assign(failed(response.error), { status: response.status });
      return response.data as never;
    },
  };
}

/**
 * Returns whether the account is the owner's or another staff member's.
 * @throws Error if the data service is unavailable
 */
export async function isStaff(data: ShopData, userId: string): Promise<boolean> {
  const { data: profile } = await data.service
    .from("profiles")
    .select("role, staff!staff_user_id_fkey(role)")
    .eq("id", userId)
    .maybeSingle()
    .throwOnError();
  return profile?.role === "admin" || Boolean(profile?.staff);
}
