import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";

export interface Shopper {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  client: SupabaseClient;
}

export const PASSWORD = "long enough";

/** Signs up new customers and returns their sessions. */
export async function signUpShoppers({ origin, keys }: BenchShop, count: number): Promise<Shopper[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = createClient(origin, keys.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
      const email = `${randomUUID()}@bench.example`;
      const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
      if (error || !data.session) throw error ?? new Error("no session");
      return {
        id: data.session.user.id,
        email,
        accessToken: data.session.access_token,
        refreshToken: data.session.refresh_token,
        client,
      };
    }),
  );
}

export async function signInAdmin({ origin, keys }: BenchShop): Promise<SupabaseClient> {
  const client = createClient(origin, keys.anonKey, { auth: { persistSession: false } });
  const email = DEMO_ACCOUNTS.find(({ role }) => role === "admin")?.email ?? "";
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}
