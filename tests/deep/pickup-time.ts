import type { SupabaseClient } from "@supabase/supabase-js";

/** Returns the start of a pickup time that stays free while a test runs; null in a store without pickup times. */
export async function aPickupTime(client: SupabaseClient): Promise<string | null> {
  const { data } = await client.rpc("list_windows", { delivery_type: "pickup", max_count: 20 }).throwOnError();
  return data.at(-1)?.starts_at ?? null;
}
