import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** Returns the official client of a running store. It keeps its session in memory and does not refresh it. */
export const openClient = (origin: string, key: string): SupabaseClient =>
  createClient(origin, key, {
    // Clients with the same storage key log a warning in page tests.
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
  });
