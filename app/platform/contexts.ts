import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import type { PublicConfig } from "./public-config.ts";

/** Data service with the public key: loaders read what a guest may read. */
export const publicDataContext = createContext<SupabaseClient>();

export const publicConfigContext = createContext<PublicConfig>();

/** Whether the server caches the not-found page: all 404 responses are the same. */
export const isMissingPageCachedContext = createContext(false);

/** Marks the program's inline scripts; empty where no content policy is made. */
export const scriptNonceContext = createContext("");
