import type { SupabaseClient } from "@supabase/supabase-js";
import { orderInput } from "../order-input.ts";

/** Returns the arguments of `place_order` for one condiment, at a pickup time that stays free while a test runs. */
export async function anOrderInput(client: SupabaseClient) {
  const { data: product } = await client
    .from("condiments")
    .select("id, price, discount_price")
    .limit(1)
    .single()
    .throwOnError();
  const { data: windows } = await client.rpc("list_windows", { delivery_type: "pickup", max_count: 20 }).throwOnError();
  const window_starts_at: string | null = windows.at(-1)?.starts_at ?? null;
  const items = [{ product_id: product.id, quantity: 1 }];
  return orderInput(items, product.discount_price ?? product.price, { window_starts_at });
}
