import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/platform/database-rows.ts";

type Client = SupabaseClient<Database>;

/** Clients of the data service. None of the shared ones stores a session, so that callers cannot mix. */
export interface ShopData {
  /** Client with the public key, which reads public data. */
  readonly public: Client;
  /** Public client for one page, whose requests pass through `wrap`. */
  publicThrough(wrap: (transport: typeof fetch) => typeof fetch): Client;
  /** Client with the permissions of the store's server. Never pass unvalidated user input to it. */
  readonly service: Client;
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
}): ShopData {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  const transport = options.fetch ? { fetch: options.fetch } : {};
  // No retries, because a client is waiting and may retry itself.
  const db = { retry: false };
  const forServer = () => createClient<Database>(options.url, options.serviceRoleKey, { auth, db, global: transport });
  return {
    public: createClient<Database>(options.url, options.anonKey, { auth, db, global: transport }),
    publicThrough: (wrap) =>
      createClient<Database>(options.url, options.anonKey, {
        auth,
        db,
        global: { fetch: wrap(options.fetch ?? fetch) },
      }),
    service: forServer(),
    forOneSignIn: forServer,
    // Created for each request: a whole Supabase client would also create clients for sessions, storage, and Realtime.
    as: (accessToken) =>
      new PostgrestClient<Database>(`${options.url}/rest/v1`, {
        ...db,
        ...transport,
        headers: { apikey: options.anonKey, Authorization: `Bearer ${accessToken}` },
      }),
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
