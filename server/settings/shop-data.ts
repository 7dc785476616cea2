import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/platform/database-rows.ts";

type Client = SupabaseClient<Database>;

/** Clients of the data service. None keeps a session, so that callers cannot mix. */
export interface ShopData {
  /** With the public key: what a guest may read. */
  readonly public: Client;
  /** The same for one page, whose requests pass through `wrap`. */
  publicThrough(wrap: (transport: typeof fetch) => typeof fetch): Client;
  /** With the rights of the shop's own server. Never hand a visitor's words to it unchecked. */
  readonly service: Client;
  /** With the rights of the person whose access token this is; the row rules decide. */
  as(accessToken: string): PostgrestClient<Database>;
  /** A client of its own, which may keep one session, past the captcha: to look at a password. */
  forOneSignIn(): Client;
}

/**
 * @param options.url address of the data service
 * @param options.fetch replaces the network when the data service runs in this process
 */
export function createShopData(options: {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  fetch?: typeof fetch;
}): ShopData {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  const transport = options.fetch ? { fetch: options.fetch } : {};
  // No retries, because a client waits; it may retry itself.
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
    // One for each request: the whole client would also make ones for sessions, pictures and live news.
    as: (accessToken) =>
      new PostgrestClient<Database>(`${options.url}/rest/v1`, {
        ...db,
        ...transport,
        headers: { apikey: options.anonKey, Authorization: `Bearer ${accessToken}` },
      }),
  };
}

/** Whether the account is the owner's or one of staff. @throws Error when the data service cannot be asked */
export async function isStaff(data: ShopData, userId: string): Promise<boolean> {
  const { data: profile } = await data.service
    .from("profiles")
    .select("role, staff!staff_user_id_fkey(role)")
    .eq("id", userId)
    .maybeSingle()
    .throwOnError();
  return profile?.role === "admin" || Boolean(profile?.staff);
}
